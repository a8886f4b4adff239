/* Private folders for files that other programs must see: made under TMPDIR, removed with all that lies in them.
 *
 * Invariant: as long as a folder's owner lives, it holds a lock on the file ".owner" in it. A folder whose lock can be
 * had belongs to a run that was killed; the next run that makes a folder sweeps it away. */
#ifndef BASE_FOLDER_H
#define BASE_FOLDER_H

/* "…/rtcheck-PURPOSE-Xy12Zz". NULL with errno set; release with folder_free(). */
char *folder_new(const char *purpose);
/* Removes it and its files; a program that was just killed may still be writing some. NULL is allowed. */
void folder_free(char *folder);
/* "FOLDER/NAME", to be freed by the caller. */
char *folder_path(const char *folder, const char *name);
/* Removes all that there are: the process is about to end. */
void folder_remove_all(void);

#endif

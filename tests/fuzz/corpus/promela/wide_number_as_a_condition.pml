active proctype main() { 2418473647; skip }

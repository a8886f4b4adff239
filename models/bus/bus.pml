/* A message bus, as a design: nodes subscribe to topics, and what is published on a topic goes into the inboxes of its
 * subscribers. Inboxes are bounded: a node whose inbox is full misses the message, the others get it. A latched topic
 * keeps its last message for those who subscribe later.
 *
 * Like models/osek/osek.pml, this is a set of services without a process; each call is one step. Numbers of nodes and
 * topics start at 1. What a message says does not matter here: messages are counted. */

#ifndef NODES
#define NODES 8
#endif
#ifndef TOPICS
#define TOPICS 8
#endif

/* ---- The rules that the designs in bugs/ change ---- */

/* A node that has no room misses the message; the bus goes on with the next subscriber. */
#ifndef NO_ROOM
#define NO_ROOM skip
#endif
/* Only a latched topic's message is delivered to a new subscriber. */
#ifndef KEEPS
#define KEEPS(kid) (topic[kid].latched && topic[kid].said)
#endif

/* ---- Data ---- */

typedef Node {
    byte room;                  /* for so many messages */
    byte inbox;                 /* messages in it       */
    bool subscribed[TOPICS + 1]
};
Node node[NODES + 1];

typedef Topic {
    bool latched;
    bool said                   /* something has been published */
};
Topic topic[TOPICS + 1];

byte to;                        /* a node; 0 between calls */

/* ---- Configuration ---- */

inline SetNode(nid, messages) {
    node[nid].room = messages
}

inline SetTopic(kid, is_latched) {
    topic[kid].latched = is_latched
}

/* ---- Services ---- */

inline Subscribe(nid, kid) {
    d_step {
        node[nid].subscribed[kid] = true;
        if
        :: KEEPS(kid) && node[nid].inbox < node[nid].room -> node[nid].inbox++
        :: else
        fi
    }
}

/* What is in the inbox stays there. */
inline Unsubscribe(nid, kid) {
    node[nid].subscribed[kid] = false
}

inline Publish(kid) {
    d_step {
        topic[kid].said = true;
        to = 1;
        do
        :: to <= NODES && !node[to].subscribed[kid] ->
            to++
        :: to <= NODES && node[to].subscribed[kid] && node[to].inbox < node[to].room ->
            node[to].inbox++;
            to++
        :: to <= NODES && node[to].subscribed[kid] && node[to].inbox == node[to].room ->
            NO_ROOM;
            to++
        :: else -> break
        od;
        to = 0
    }
}

/* The node takes a message out of its inbox; there must be one. */
inline Take(nid) {
    d_step {
        assert(node[nid].inbox > 0);
        node[nid].inbox--
    }
}

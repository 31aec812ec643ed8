/*
 * store.c: documents by key.
 */
#ifndef STORE_C
#define STORE_C

#include <stdio.h>
#include <sys/types.h>
#include "doc/text-codec.h"

#define PAGE 20 /* documents on a page */
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define EACH(store, doc)            \
	for (doc = (store)->first; doc; \
	     doc = doc->next)

#ifdef __cplusplus
extern "C" {
#endif

/* One document. */
typedef struct doc {
	struct doc *next; /* or NULL */
	char key[PAGE];
} doc_t;

typedef enum { READ, WRITE } mode_t_;
typedef union { int i; float f; } number;
typedef int (*visit_fn)(const doc_t *doc, void *arg);
typedef unsigned long count_t;

struct store {
	doc_t *first;
	count_t size;
};

enum level {
	LOW,
	HIGH,
};

union word {
	char bytes[4];
};

/* Opens a store. */
struct store *store_open(const char *root, mode_t_ mode);
extern int store_errno;
static const char *names[] = {
	"read",
	"write",
};
static struct store root = { 0 }, other;

// Finds a document.
doc_t *
store_find(struct store *s, const char *key)
{
	doc_t *doc;
	EACH(s, doc)
		if (!compare(doc->key, key))
			return doc;
	return NULL;
	/* not found */
}

static inline int **table(void) { return 0; }

visit_fn (chosen)(int n) { return 0; }

int (*pick(int n))(int) { return 0; }

int compare(a, b)
	char *a, *b;
{
	return *a - *b;
}

__attribute__((noinline))
void flush(void)
{
}

#if defined(_WIN32)
static int sync(int fd) { return 0; }
#elif defined(__linux__)
static int sync(int fd, int flags) { return 1; }
#else
/* Elsewhere. */
static int sync(void)
{
	return 2;
}
#endif

#ifdef __cplusplus
}
#endif

#endif /* STORE_C */

#include "arena.h"

#include <setjmp.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// Of api.h, and weak: see tree.c.
#define WEAK __attribute__((weak))
typedef struct {
  uint32_t row, column;
} Point;
typedef struct {
  void *payload;
  const char *(*read)(void *payload, uint32_t off, Point, uint32_t *len);
  int encoding;
} Input;
WEAK void *ts_parser_new(void);
WEAK void ts_parser_delete(void *);
WEAK bool ts_parser_set_language(void *, const void *);
WEAK void ts_parser_set_timeout_micros(void *, uint64_t);
WEAK void *ts_parser_parse(void *, const void *old, Input);
WEAK void ts_set_allocator(void *(*)(size_t), void *(*)(size_t, size_t), void *(*)(void *, size_t), void (*)(void *));
WEAK extern void *(*ts_current_malloc)(size_t);
WEAK extern void *(*ts_current_calloc)(size_t, size_t);
WEAK extern void *(*ts_current_realloc)(void *, size_t);
WEAK extern void (*ts_current_free)(void *);

enum {
  GRAIN = 16,       // all sizes are multiples of it
  SMALL = 1024,     // up to here each multiple is a class of its own, then each power of two
  CLASSES = 128,
  BLOCK = 1 << 20,  // what is asked of malloc at a time
  SPARE = 16,       // blocks kept for the next file
  LOOKS = 1 << 14,  // allocations between two looks at the clock
  PIECE = 4 << 10,  // what the lexer is given at a time
  READS = 64,       // pieces between two looks
  WALL = 30,        // the runtime's own deadline is in time on the wall: much later, for a machine may be busy
};

typedef struct Block {
  struct Block *next;
  size_t size;
} Block;

// Free memory of a class is a list through its first word.
struct CleaveArena {
  Block *blocks, *spare;
  char *at, *end;
  void *freed[CLASSES];
  size_t taken, most;
  int64_t until;
  unsigned allocs, spares;
  jmp_buf out;
};

// arena is what the parse on this thread allocates from.
static _Thread_local CleaveArena *arena;

int64_t cleave_clock(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return t.tv_sec * INT64_C(1000000000) + t.tv_nsec;
}

static void leave(void) {
  CleaveArena *a = arena;
  arena = NULL;
  longjmp(a->out, 1);
}

static void grow(CleaveArena *a, size_t need) {
  Block *b;
  size_t size = need + sizeof(Block) > BLOCK ? need + sizeof(Block) : BLOCK;
  if (a->taken + size > a->most)
    leave();
  if (size == BLOCK && a->spare) {
    b = a->spare;
    a->spare = b->next;
    a->spares--;
  } else if (!(b = malloc(size))) {
    leave();
  }
  b->next = a->blocks;
  b->size = size;
  a->blocks = b;
  a->taken += size;
  a->at = (char *)(b + 1);
  a->end = (char *)b + size;
}

// class_of gives the class of a size, and makes of the size that of the class.
static unsigned class_of(size_t *size) {
  size_t n = (*size + sizeof(uint64_t) + GRAIN - 1) & ~(size_t)(GRAIN - 1);
  if (n <= SMALL) {
    *size = n;
    return n / GRAIN;
  }
  unsigned bits = 64 - __builtin_clzll(n - 1);
  *size = (size_t)1 << bits;
  return SMALL / GRAIN + bits - 10;
}

// What is given out has its class in the word before it.
static uint64_t *head(void *p) { return (uint64_t *)p - 1; }

static size_t room(void *p) {
  uint64_t class = *head(p), small = SMALL / GRAIN;
  return (class <= small ? class * GRAIN : (size_t)1 << (class - small + 10)) - sizeof(uint64_t);
}

static void *take(CleaveArena *a, size_t size) {
  unsigned class = class_of(&size);
  if (++a->allocs % LOOKS == 0 && cleave_clock() > a->until)
    leave();
  void *p = a->freed[class];
  if (p) {
    a->freed[class] = *(void **)p;
    return p;
  }
  // The word before an aligned address is the head.
  if ((size_t)(a->end - a->at) < size + sizeof(uint64_t))
    grow(a, size + sizeof(uint64_t));
  p = a->at + sizeof(uint64_t) + ((uintptr_t)a->at % GRAIN ? 0 : sizeof(uint64_t));
  a->at = (char *)p + size - sizeof(uint64_t);
  *head(p) = class;
  return p;
}

static void *(*next_malloc)(size_t);
static void *(*next_calloc)(size_t, size_t);
static void *(*next_realloc)(void *, size_t);
static void (*next_free)(void *);

static void *arena_malloc(size_t size) { return arena ? take(arena, size) : next_malloc(size); }

static void *arena_calloc(size_t count, size_t size) {
  if (!arena)
    return next_calloc(count, size);
  return memset(take(arena, count * size), 0, count * size);
}

static void arena_free(void *p) {
  if (!arena) {
    next_free(p);
  } else if (p) {
    *(void **)p = arena->freed[*head(p)];
    arena->freed[*head(p)] = p;
  }
}

static void *arena_realloc(void *p, size_t size) {
  if (!arena)
    return next_realloc(p, size);
  if (!p)
    return take(arena, size);
  if (room(p) >= size)
    return p;
  void *q = memcpy(take(arena, size), p, room(p));
  arena_free(p);
  return q;
}

// install runs before the program, when there is one thread.
__attribute__((constructor)) static void install(void) {
  next_malloc = ts_current_malloc;
  next_calloc = ts_current_calloc;
  next_realloc = ts_current_realloc;
  next_free = ts_current_free;
  ts_set_allocator(arena_malloc, arena_calloc, arena_realloc, arena_free);
}

// give_up is where a scanner gives up that was compiled to end the program: the
// grammars' code refers to these names here, before it would to the C library's.
static void give_up(void) {
  if (arena)
    leave();
  signal(SIGABRT, SIG_DFL);
  raise(SIGABRT);
  _Exit(134);
}

void abort(void) { give_up(); __builtin_unreachable(); }

#ifdef __APPLE__
void __assert_rtn(const char *f, const char *file, int line, const char *e) {
#else
void __assert_fail(const char *e, const char *file, unsigned line, const char *f) {
#endif
  if (!arena)
    fprintf(stderr, "%s:%d: %s: assertion failed: %s\n", file, (int)line, f ? f : "", e);
  give_up();
  __builtin_unreachable();
}

CleaveArena *cleave_arena_new(void) { return calloc(1, sizeof(CleaveArena)); }

// clear forgets all that was allocated.
static void clear(CleaveArena *a) {
  while (a->blocks) {
    Block *b = a->blocks;
    a->blocks = b->next;
    if (b->size == BLOCK && a->spares < SPARE) {
      b->next = a->spare;
      a->spare = b;
      a->spares++;
    } else {
      free(b);
    }
  }
  memset(a->freed, 0, sizeof a->freed);
  a->at = a->end = NULL;
  a->taken = 0;
}

void cleave_arena_delete(CleaveArena *a) {
  clear(a);
  while (a->spare) {
    Block *b = a->spare;
    a->spare = b->next;
    free(b);
  }
  free(a);
}

typedef struct {
  const char *src;
  uint32_t len;
  int64_t until;
  unsigned reads;
  bool late;
  char blank[PIECE];
} Reading;

// give gives a piece of the file, and blanks once it is late.
static const char *give(void *payload, uint32_t off, Point at, uint32_t *len) {
  Reading *r = payload;
  *len = off >= r->len ? 0 : r->len - off < PIECE ? r->len - off : PIECE;
  if (!r->late && ++r->reads % READS == 0 && cleave_clock() > r->until) {
    r->late = true;
    memset(r->blank, ' ', PIECE);
  }
  return r->late ? r->blank : r->src + off;
}

uintptr_t cleave_parse(CleaveArena *a, const void *language, const char *src, uint32_t len, int64_t until,
                       size_t most) {
  int64_t timeout = until - cleave_clock();
  if (timeout <= 0)
    return 0;
  Reading r = {.src = src, .len = len, .until = until};
  clear(a);
  a->until = r.until;
  a->most = most;
  if (setjmp(a->out)) {
    clear(a);
    return 0;
  }
  arena = a;
  void *parser = ts_parser_new();
  ts_parser_set_language(parser, language);
  ts_parser_set_timeout_micros(parser, timeout / 1000 * WALL);
  void *tree = ts_parser_parse(parser, NULL, (Input){&r, give, 0});
  ts_parser_delete(parser);
  arena = NULL;
  return r.late ? 0 : (uintptr_t)tree;
}

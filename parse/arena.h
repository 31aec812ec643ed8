#include <stddef.h>
#include <stdint.h>

typedef struct CleaveArena CleaveArena;

CleaveArena *cleave_arena_new(void);
void cleave_arena_delete(CleaveArena *);
uintptr_t cleave_parse(CleaveArena *, const void *language, const char *src, uint32_t len, int64_t until, size_t most);

// cleave_clock is the processor time of this thread, in nanoseconds.
int64_t cleave_clock(void);

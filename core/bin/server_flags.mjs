// How the server's own process runs. Also used by the tests that start it, so it must run on an old Node (20).

/** The flags of Node for the server. */
export const SERVER_FLAGS = [
  // Far below the limit, Node lets its heap grow to four times the live data; near the limit much less. Saves another 100 MB.
  `--max-old-space-size=${process.env.HEAP_MB ?? 1024}`,
]

/** The flags of Node for every command. */
export const NODE_FLAGS = [
  '--enable-source-maps',
  // A young generation of 8 MB: about 120 MB less memory under load than with 16 MB, at the same speed.
  '--max-semi-space-size=8',
  '--disable-warning=ExperimentalWarning',
]

/** Native memory (compression, file reads) is split into one heap per thread by default. Two heaps for all threads save about 25 MB. */
export const NODE_ENVIRONMENT = { MALLOC_ARENA_MAX: '2' }

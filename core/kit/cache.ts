// Caches in memory.
export { LargeResults } from '../cache/large_results.js'
export { Recent } from '../cache/lru_cache.js'

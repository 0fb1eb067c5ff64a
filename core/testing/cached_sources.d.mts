/** Compiles and caches every source that a server may import, without running any. */
export function cacheAll(): Promise<void>

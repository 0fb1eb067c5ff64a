/** Keeps every source that a server may import, and runs none of them. */
export function keepAll(): Promise<void>

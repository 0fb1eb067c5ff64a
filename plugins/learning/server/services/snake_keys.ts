type Snake<S extends string> = S extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${Snake<Rest>}`
  : S

/** The same fields under their stored names: `passPercentage` becomes `pass_percentage`. */
export type SnakeKeys<T> = { [K in keyof T & string as Snake<K>]: T[K] }

/** Picks these fields from an object, under their stored names. Pure. */
export function snakeKeys<T extends object, K extends keyof T & string>(from: T, keys: readonly K[]): SnakeKeys<Pick<T, K>> {
  const named = keys.map((key) => [key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), from[key]])
  return Object.fromEntries(named) as SnakeKeys<Pick<T, K>>
}

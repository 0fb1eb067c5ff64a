type Snake<S extends string> = S extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${Snake<Rest>}`
  : S

/** The same fields, named as they are stored: `passPercentage` becomes `pass_percentage`. */
export type SnakeKeys<T> = { [K in keyof T & string as Snake<K>]: T[K] }

/** Takes these fields out of an object, named as they are stored. Pure. */
export function snakeKeys<T extends object, K extends keyof T & string>(from: T, keys: readonly K[]): SnakeKeys<Pick<T, K>> {
  const named = keys.map((key) => [key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), from[key]])
  return Object.fromEntries(named) as SnakeKeys<Pick<T, K>>
}

/**
 * A plugin's events about a person, for the history on their profile: a select over its own tables, in the scope of the company, with the
 * member and the company bound as `:member` and `:company`. It contains no question mark. Its columns:
 *
 * - `id` bigint, unique within the source; `at` timestamptz
 * - `act` text, one of `acts`
 * - `facts` jsonb: values for the words of the act; an object is a text by language, a key that ends in `_on` is a day (`yyyy-mm-dd`).
 * `note` is a remark that was written with it
 * - `by_member` bigint: membership of the person who did it; or `by_user` bigint: their account; `by_side` text (`BySide`): who it was if
 * neither is known
 */
export interface PersonFacts {
  /** `<plugin>.<what>` */
  readonly name: string
  /** Words of each: `<plugin>.told.<act>`, a sentence without the person and the time. */
  readonly acts: readonly string[]
  readonly sql: string
}

/**
 * Who did it, if it was not a named person: the person themselves, the platform's admins, the system, an erased person, another company, or
 * unknown.
 */
export type BySide = 'self' | 'platform' | 'system' | 'gone' | 'elsewhere' | 'unknown'

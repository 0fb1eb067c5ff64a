/**
 * What of a plugin happened to a person, for the history on their profile: a select over its own tables, in the scope of the company,
 * with the member and the company bound as `:member` and `:company`. No question mark stands in it. Its columns:
 *
 * - `id` bigint, unique within the source; `at` timestamptz
 * - `act` text, one of `acts`
 * - `facts` jsonb: values of the act's words; an object is a text by language, a key that ends in `_on` a day (`yyyy-mm-dd`). `note` is
 *   what somebody wrote with it
 * - `by_member` bigint: membership of who did it; or `by_user` bigint: their account; `by_side` text (`BySide`): who it was where neither is known
 */
export interface PersonFacts {
  /** `<plugin>.<what>` */
  readonly name: string
  /** Words of each: `<plugin>.told.<act>`, a sentence without who and when. */
  readonly acts: readonly string[]
  readonly sql: string
}

/** Who did it, where it is nobody by name: the person themselves, the platform's admins, nobody, somebody who is gone, another
 * company, or nothing was written down. */
export type BySide = 'self' | 'platform' | 'system' | 'gone' | 'elsewhere' | 'unknown'

import { textIn } from '#core/kit/words'
import type { Attention, AttentionKind } from '#plugins/learning/contract/index'

export interface AttentionItem {
  kind: AttentionKind
  count: number
  people: { membership_id: number; name: string; course_name: string; at: string }[]
}

/** @param language of whoever looks */
export const toAttention = (items: readonly Attention[], language: string): AttentionItem[] =>
  items.map(({ kind, count, people }) => ({
    kind,
    count,
    people: people.map(({ membershipId, name, courseName, at }) => ({
      membership_id: membershipId,
      name,
      course_name: textIn(courseName, language),
      at: at.toISOString(),
    })),
  }))

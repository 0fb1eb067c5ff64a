import { useFormat, useT } from '#web/i18n'
import type { EntryView } from '../../server/transformers/exams_transformer.js'

/** A person's adjustments and the exam's duration with them, as text. */
export function useAdjusted(): (entry: Pick<EntryView, 'adjustments' | 'minutes'>) => string {
  const t = useT()
  const format = useFormat()
  return ({ adjustments, minutes }) =>
    t('exams.adjusted', { what: format.list(adjustments.map((one) => t(`exams.adjustment.${one}`))), minutes })
}

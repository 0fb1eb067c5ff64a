import { useT } from '#web/i18n'
import { CheckInput, SearchInput, useFormState } from '#web/ui'
import { ADJUSTMENTS } from '../../contract/adjustments.js'

/** The adjustments that a moment offers: those of its exam, or others. */
export function MomentAdjustments() {
  const t = useT()
  const isOwn = Boolean(useFormState().valueOf('is_own'))
  return (
    <>
      <CheckInput name="is_own" look="switch" label={t('exams.moment.own_adjustments')} help={t('exams.moment.own_adjustments_help')} />
      {isOwn && (
        <SearchInput
          name="adjustments"
          label={t('exams.field.adjustments')}
          options={ADJUSTMENTS.map((value) => ({ value, label: t(`exams.adjustment.${value}`) }))}
          multiple
        />
      )}
    </>
  )
}

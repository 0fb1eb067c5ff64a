import { useT } from '#web/i18n'
import { SegmentedControl, useUrlParams } from '#web/ui'

const PERIODS = [7, 30, 90, 365] as const
export type Period = (typeof PERIODS)[number]
const DEFAULT: Period = 30

/** The period of the dashboard in days, stored in the URL. */
export function usePeriod(): [Period, (period: Period) => void] {
  const [params, edit] = useUrlParams()
  const period = PERIODS.find((days) => String(days) === params.get('period')) ?? DEFAULT
  const choose = (days: Period) =>
    edit((current) => {
      if (days === DEFAULT) current.delete('period')
      else current.set('period', String(days))
    })
  return [period, choose]
}

interface PeriodChoiceProps {
  value: Period
  onChange: (period: Period) => void
}

export function PeriodChoice({ value, onChange }: PeriodChoiceProps) {
  const t = useT()
  return (
    <SegmentedControl
      label={t('reports.period.label')}
      options={PERIODS.map((days) => ({ value: days, label: t(`reports.period.${days}`) }))}
      value={value}
      onChange={onChange}
    />
  )
}

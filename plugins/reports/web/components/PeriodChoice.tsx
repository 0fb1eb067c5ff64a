import { ToggleButton, ToggleButtonGroup } from '@mui/material'
import { useTheme } from '@mui/material/styles'
import { useSearchParams } from 'react-router'
import { useT } from '#web/i18n'

const PERIODS = [7, 30, 90, 365] as const
export type Period = (typeof PERIODS)[number]
const DEFAULT: Period = 30

/** The period of the dashboard in days, kept in the URL. */
export function usePeriod(): [Period, (period: Period) => void] {
  const [params, setParams] = useSearchParams()
  const period = PERIODS.find((days) => String(days) === params.get('period')) ?? DEFAULT
  const choose = (days: Period) =>
    setParams(
      (current) => {
        if (days === DEFAULT) current.delete('period')
        else current.set('period', String(days))
        return current
      },
      { replace: true, preventScrollReset: true },
    )
  return [period, choose]
}

interface PeriodChoiceProps {
  value: Period
  onChange: (period: Period) => void
}

export function PeriodChoice({ value, onChange }: PeriodChoiceProps) {
  const t = useT()
  const { brand } = useTheme()
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      value={value}
      aria-label={t('reports.period.label')}
      onChange={(_event, next: Period | null) => next && onChange(next)}
      sx={{
        width: { xs: '100%', md: 'auto' },
        bgcolor: 'background.paper',
        '& .MuiToggleButton-root': {
          flex: { xs: 1, md: 'none' },
          px: 3,
          minHeight: { xs: 44, md: 36 },
          textTransform: 'none',
          fontWeight: 550,
          whiteSpace: 'nowrap',
          color: 'text.secondary',
          '&.Mui-selected, &.Mui-selected:hover': { color: 'primary.main', bgcolor: brand.primary.soft },
        },
      }}
    >
      {PERIODS.map((days) => (
        <ToggleButton key={days} value={days}>
          {t(`reports.period.${days}`)}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  )
}

import { Alert, Button } from '@mui/material'
import { useT } from '#web/i18n'
import type { PlanView } from '../queries.js'

interface MomentGoneProps {
  /** Null while another moment is chosen and its plan is not here yet. */
  plan: PlanView | null | undefined
  /** Opens the step of the moments; left out on that step. */
  onChoose?: () => void
}

/** Says at once that the chosen moment is full, closed or past, also when that happens while the other steps are filled in. */
export function MomentGone({ plan, onChoose }: MomentGoneProps) {
  const t = useT()
  const problem = plan?.problems.find(({ field, rule }) => field === 'moment' && rule !== 'required')
  if (!problem) return null
  return (
    <Alert
      severity="warning"
      sx={{ mb: 4 }}
      {...(onChoose && {
        action: (
          <Button color="inherit" onClick={onChoose} sx={{ whiteSpace: 'nowrap' }}>
            {t('booking.moment.choose_other')}
          </Button>
        ),
      })}
    >
      {t(`booking.moment.gone.${problem.rule}`)}
    </Alert>
  )
}

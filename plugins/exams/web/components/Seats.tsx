import { Box } from '@mui/material'
import { useT } from '#web/i18n'
import type { MomentView } from '../../server/transformers/exams_transformer.js'

/** The number of free seats of the total, with a bar for the taken ones. */
export function Seats({ moment: { seats, seats_left: left } }: { moment: Pick<MomentView, 'seats' | 'seats_left'> }) {
  const t = useT()
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 2, fontVariantNumeric: 'tabular-nums' }}>
      <Box
        component="span"
        aria-hidden
        sx={{ width: 44, height: 6, borderRadius: 3, bgcolor: 'action.selected', overflow: 'hidden', display: 'block' }}
      >
        <Box
          component="span"
          sx={{
            display: 'block',
            height: '100%',
            width: `${(100 * (seats - left)) / seats}%`,
            bgcolor: left ? 'primary.main' : 'warning.main',
          }}
        />
      </Box>
      {t('exams.seats_of', { left, seats })}
    </Box>
  )
}

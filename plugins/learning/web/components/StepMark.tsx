import { Box } from '@mui/material'
import { useTheme } from '@mui/material/styles'
import { Icon, type IconName } from '#web/ui'

/** `done`: filled; `next`: ringed in the brand's colour; `stuck`: a quiz that was not passed; `locked`; `open`. */
export type Mark = 'done' | 'next' | 'stuck' | 'locked' | 'open'

/** The icon in front of a step or a module. The same is said in words too, for screen readers. */
export function StepMark({ mark, icon, label }: { mark: Mark; icon: IconName; label?: string | undefined }) {
  const { tones, surfaces, palette } = useTheme()
  const looks = {
    done: { bgcolor: tones.success.text, color: surfaces.paper, border: `2px solid ${tones.success.text}` },
    next: { bgcolor: surfaces.paper, color: palette.primary.main, border: `2px solid ${palette.primary.main}` },
    stuck: { bgcolor: tones.warning.soft, color: tones.warning.text, border: `2px solid ${tones.warning.text}` },
    open: { bgcolor: surfaces.paper, color: palette.text.secondary, border: `2px solid ${surfaces.divider}` },
    locked: { bgcolor: 'transparent', color: palette.text.secondary, border: '2px solid transparent' },
  }[mark]
  const name = mark === 'done' ? 'check' : mark === 'locked' ? 'lock' : icon
  return (
    <Box sx={{ ...looks, width: 32, height: 32, borderRadius: '50%', display: 'grid', placeItems: 'center', flexShrink: 0 }}>
      <Icon name={name} sx={{ fontSize: 18 }} {...(label && { label })} />
    </Box>
  )
}

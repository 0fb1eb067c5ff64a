import { Alert, Box, IconButton, LinearProgress, Stack, Typography } from '@mui/material'
import type { Theme } from '@mui/material/styles'
import type { KeyboardEvent, ReactNode } from 'react'
import { Link } from 'react-router'
import { useT } from '#web/i18n'
import { Icon, ToneChip, type ToneChipProps } from '#web/ui'
import { coursePath } from '../paths.js'
import type { SaveState } from './use_answers.js'

const SAVE_LOOK = {
  saved: { label: 'learning.quiz.saved', tone: 'success', icon: 'success' },
  saving: { label: 'learning.quiz.saving', tone: 'neutral', icon: 'busy' },
  waiting: { label: 'learning.quiz.not_saved', tone: 'warning', icon: 'offline' },
} as const satisfies Record<SaveState, Omit<ToneChipProps, 'label'> & { label: string }>

interface AttemptFrameProps {
  title: string
  participation: number
  /** The number of questions with an answer, and the total. */
  answered: number
  total: number
  /** "Question 3 of 10". */
  place: string
  /** Whether the answers are stored on the server; null while there is none. */
  save: SaveState | null
  /** The remaining time, if there is a limit. */
  clock?: ReactNode
  /** The one main action, at the right of the bar. */
  main: ReactNode
  /** Next to it, at the left. */
  back?: ReactNode
  /** A message above the bar: what the main action cannot undo, or why it failed. */
  notice?: ReactNode
  failure: string | null
  onKeyDown: (event: KeyboardEvent) => void
  children: ReactNode
  /** Below the bar, and after it in the tab order. */
  after?: ReactNode
}

/** Hides everything but the questions: progress at the top, the main action at the bottom, both always visible. */
export function AttemptFrame(props: AttemptFrameProps) {
  const { title, participation, answered, total, place, save, clock, main, back, notice, failure, onKeyDown, children, after } = props
  const t = useT()
  return (
    // Takes the focus when a person clicks next to the answers, so that the keyboard shortcuts, which only work in here, keep working.
    <Stack tabIndex={-1} onKeyDown={onKeyDown} sx={{ minHeight: 'calc(100dvh - 24px)', '&:focus': { outline: 'none' } }}>
      <Box component="header" sx={{ ...fullWidth('default'), position: 'sticky', top: 0, zIndex: 2, pb: 3 }}>
        <LinearProgress
          variant="determinate"
          value={(answered / total) * 100}
          aria-label={t('learning.progress_label')}
          aria-valuetext={t('learning.quiz.answered_count', { count: answered })}
          sx={{ height: 4, borderRadius: 2 }}
        />
        <Stack direction="row" sx={{ alignItems: 'center', gap: 2, mt: 2, minHeight: 44 }}>
          {/* The navigation is hidden here: this is the only way out, and it says that nothing is lost. */}
          <IconButton
            component={Link}
            to={coursePath(participation)}
            aria-label={t('learning.quiz.pause')}
            title={t('learning.quiz.pause')}
            edge="start"
          >
            <Icon name="close" />
          </IconButton>
          <Box sx={{ minWidth: 0, flex: 1 }}>
            <Typography
              variant="h1"
              tabIndex={-1}
              sx={{
                fontSize: '0.9375rem',
                lineHeight: '20px',
                fontWeight: 600,
                letterSpacing: 0,
                overflow: 'hidden',
                textOverflow: 'ellipsis',
                whiteSpace: 'nowrap',
              }}
            >
              {title}
            </Typography>
            <Typography variant="body2" sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
              {place}
            </Typography>
          </Box>
          {clock}
          <Box role="status" sx={{ flexShrink: 0 }}>
            {save && <ToneChip {...SAVE_LOOK[save]} label={t(SAVE_LOOK[save].label)} />}
          </Box>
        </Stack>
      </Box>
      <Box sx={{ flex: 1, pt: { xs: 3, sm: 6 }, pb: 6 }}>{children}</Box>
      {(main || notice || failure) && (
        <Box sx={{ ...fullWidth('paper'), position: 'sticky', bottom: 0, zIndex: 2, mx: { xs: -4, md: 0 }, px: { xs: 4, md: 0 } }}>
          {/* Next to the pressed button, until the next try: a toast would disappear before the network is back. */}
          {failure && (
            <Alert severity="error" role="alert" sx={{ mt: 3 }}>
              {failure}
            </Alert>
          )}
          {notice && (
            <Typography variant="body2" sx={{ pt: 3, color: 'text.secondary', textAlign: { sm: 'right' } }}>
              {notice}
            </Typography>
          )}
          {/* First in the tab order: after the answer comes the next question. */}
          <Stack
            direction="row-reverse"
            sx={{ gap: 2, justifyContent: 'space-between', alignItems: 'center', py: 3, pb: 'calc(12px + env(safe-area-inset-bottom))' }}
          >
            {main}
            {back ?? <span />}
          </Stack>
        </Box>
      )}
      {after}
    </Stack>
  )
}

/**
 * Extends the background of a part of the reading column over the whole width of the window. A border image may extend beyond its box
 * without causing scrolling.
 */
const fullWidth = (ground: 'default' | 'paper') => ({
  bgcolor: `background.${ground}`,
  borderImage: ({ palette }: Theme) => {
    const color = palette.background[ground]
    const line = ground === 'paper' ? `${palette.divider} 1px, ${color} 1px` : `${color}, ${color}`
    return `linear-gradient(${line}) fill 0 / 0 / 0 100vmax`
  },
})

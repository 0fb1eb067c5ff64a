import { Box, Link, Paper, Stack, Typography } from '@mui/material'
import { useTheme } from '@mui/material/styles'
import { Link as RouterLink } from 'react-router'
import type { AttemptsFacts } from '#plugins/learning/server/transformers/attempts_left'
import { useFormat, useT } from '#web/i18n'
import { Icon } from '#web/ui'
import { feedbackPath } from '../paths.js'

/** The attempts of a quiz, as in the course page, the quiz page and a result. */
export type { AttemptsFacts }

export interface AttemptsWords {
  /** "Je pogingen zijn op", "Je hebt nog 2 pogingen", "Je mag het zo vaak proberen als je wilt". */
  title: string
  /** The time of new attempts, or the person to ask; empty while attempts are left. */
  text: string
  /** The alternative; empty while attempts are left. */
  instead: string
}

/**
 * The only source of texts about quiz attempts, so that no two pages contradict each other: `const words = useAttemptsWords();
 * words(quiz).title`.
 */
export function useAttemptsWords(): (attempts: AttemptsFacts) => AttemptsWords {
  const t = useT()
  const format = useFormat()
  return ({ used_up: usedUp, in_review: inReview, attempts_left: left, max_attempts: max, available_from: from }) => {
    if (!usedUp)
      return { title: left === null ? t('learning.attempts.endless') : t('learning.attempts.left', { left }), text: '', instead: '' }
    if (inReview) return { title: t('learning.attempts.in_review'), text: t('learning.attempts.in_review_text'), instead: '' }
    return {
      title: t('learning.attempts.used_up'),
      text: from ? t('learning.attempts.again_from', { date: format.dateTime(from), count: max ?? 0 }) : t('learning.attempts.never_again'),
      instead: t(from ? 'learning.attempts.until_then' : 'learning.attempts.meanwhile'),
    }
  }
}

interface AttemptsLeftProps {
  attempts: AttemptsFacts
  /** The quiz, if the page is not about it. */
  title?: string
  /** For pages that already show the wrong answers. */
  hideFeedback?: boolean
}

/**
 * Attempts that are used up, or one in review: since when, when new ones come, and what to do instead. Renders nothing while one may still
 * try.
 */
export function AttemptsLeft({ attempts, title, hideFeedback = false }: AttemptsLeftProps) {
  const t = useT()
  const words = useAttemptsWords()(attempts)
  const tone = useTheme().tones.warning
  if (!attempts.used_up) return null
  return (
    <Paper
      component="section"
      role="note"
      variant="outlined"
      sx={{ p: { xs: 4, sm: 5 }, bgcolor: tone.soft, borderColor: tone.border, display: 'flex', gap: 4 }}
    >
      <Box sx={{ color: tone.text, display: 'flex', pt: '2px' }}>
        <Icon name={attempts.available_from || attempts.in_review ? 'waiting' : 'blocked'} fontSize="medium" />
      </Box>
      <Stack sx={{ gap: 1, minWidth: 0 }}>
        {title && (
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {title}
          </Typography>
        )}
        <Typography sx={{ fontWeight: 650 }}>{words.title}</Typography>
        <Typography>{words.text}</Typography>
        {words.instead && <Typography sx={{ color: 'text.secondary' }}>{words.instead}</Typography>}
        {!hideFeedback && !attempts.in_review && attempts.last_attempt !== null && (
          <Link
            component={RouterLink}
            to={feedbackPath(attempts.last_attempt)}
            sx={{ fontWeight: 600, mt: 1, py: 1, alignSelf: 'flex-start' }}
          >
            {t('learning.attempts.see_what_went_wrong')}
          </Link>
        )}
      </Stack>
    </Paper>
  )
}

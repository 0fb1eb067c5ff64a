import { Box, Link, Typography } from '@mui/material'
import { useTheme } from '@mui/material/styles'
import type { Ref } from 'react'
import { Link as RouterLink } from 'react-router'
import { useT } from '#web/i18n'
import { Icon } from '#web/ui'
import { activityPath } from '../paths.js'

interface ExplanationProps {
  isRight: boolean
  /** The explanation; empty if the author wrote none or the quiz does not show it. */
  text: string
  /** The lesson that explains it. */
  lesson?: { id: number; title: string } | null
  participation: number
  /** Whether it says right or wrong; not needed below a heading that says so. */
  title?: boolean
  ref?: Ref<HTMLDivElement>
}

/** The explanation of an answer, in the colour for right or wrong, with a link to the lesson. */
export function Explanation({ isRight, text, lesson, participation, title = false, ref }: ExplanationProps) {
  const t = useT()
  const tone = useTheme().tones[isRight ? 'success' : 'error']
  if (!text && !lesson && !title) return null
  return (
    <Box
      ref={ref}
      tabIndex={-1}
      sx={{
        px: 4,
        py: 3,
        borderRadius: '8px',
        borderLeft: `4px solid ${tone.text}`,
        bgcolor: tone.soft,
        display: 'grid',
        gap: 1,
        '&:focus': { outline: 'none' },
      }}
    >
      {title && (
        <Typography sx={{ fontWeight: 700, color: tone.text, display: 'flex', gap: 2, alignItems: 'center' }}>
          <Icon name={isRight ? 'success' : 'canceled'} />
          {t(isRight ? 'learning.quiz.right_now' : 'learning.quiz.wrong_now')}
        </Typography>
      )}
      {text && (
        <Typography dir="auto" sx={{ maxWidth: '70ch', '&:dir(rtl)': { justifySelf: 'end' } }}>
          {text}
        </Typography>
      )}
      {lesson && (
        <Link
          component={RouterLink}
          to={activityPath(participation, { id: lesson.id, type: 'richtext' })}
          sx={{
            display: 'inline-flex',
            alignItems: 'center',
            gap: 1,
            minHeight: { xs: 44, md: 28 },
            fontWeight: 550,
            justifySelf: 'start',
          }}
        >
          <Icon name="book" />
          {t('learning.quiz.read_lesson', { title: lesson.title })}
        </Link>
      )}
    </Box>
  )
}

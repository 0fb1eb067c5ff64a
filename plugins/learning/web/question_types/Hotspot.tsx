import { Box } from '@mui/material'
import { useTheme } from '@mui/material/styles'
import { type ReactNode, useId } from 'react'
import { onHover } from '#themes/index'
import { MarkedLine, MarkedList, markOf } from '../components/MarkedAnswers.js'
import { useT } from '#web/i18n'
import { choosing, withAnswer } from './choosing.js'
import type { InputProps, QuestionView, ReviewProps, RunningQuestion } from './types.js'

type Picture = NonNullable<RunningQuestion['picture']>

/** The picture with its overlay, in its own aspect ratio at any width. */
function Over({ picture, children }: { picture: Picture; children: ReactNode }) {
  return (
    <Box sx={{ position: 'relative', maxWidth: picture.width, borderRadius: '8px', border: 1, borderColor: 'divider', overflow: 'hidden' }}>
      <Box
        component="img"
        src={picture.url}
        alt={picture.alt}
        width={picture.width}
        height={picture.height}
        sx={{ display: 'block', width: '100%', height: 'auto' }}
      />
      {children}
    </Box>
  )
}

/** At its position on the picture, and never smaller than a finger or a shaking hand can hit (WCAG 2.5.8). */
const placed = ({ x, y, width, height }: NonNullable<RunningQuestion['answers'][number]['area']>) =>
  ({ position: 'absolute', left: `${x}%`, top: `${y}%`, width: `${width}%`, height: `${height}%`, minWidth: 24, minHeight: 24 }) as const

const badge = {
  position: 'absolute',
  top: 0,
  left: 0,
  minWidth: 24,
  height: 24,
  display: 'grid',
  placeItems: 'center',
  borderRadius: '0 0 6px 0',
  fontSize: '0.875rem',
  fontWeight: 700,
} as const

/** Areas of a picture as radio buttons, or as checkboxes if several are right. */
function HotspotInput({ question, given, describedBy, onChange }: InputProps) {
  const t = useT()
  const name = useId()
  if (!question.picture) return null
  return (
    <Over picture={question.picture}>
      {question.answers.map(({ key, text, area }, index) => (
        <Box
          key={key}
          component="label"
          sx={{
            ...placed(area!),
            cursor: 'pointer',
            borderRadius: '6px',
            border: '2px solid',
            borderColor: 'primary.main',
            outline: '2px solid rgba(255, 255, 255, 0.85)',
            bgcolor: 'rgba(255, 255, 255, 0.12)',
            ...onHover({ bgcolor: 'rgba(255, 255, 255, 0.35)' }),
            '&:has(input:checked)': { borderWidth: 4, bgcolor: 'rgba(255, 255, 255, 0.45)' },
            '&:has(input:focus-visible)': { outline: ({ palette }) => `3px solid ${palette.text.primary}`, outlineOffset: 2 },
          }}
        >
          <Box
            component="input"
            type={question.several ? 'checkbox' : 'radio'}
            name={name}
            checked={given.includes(key)}
            aria-label={t('learning.quiz.area', { number: index + 1, name: text })}
            aria-describedby={describedBy}
            onChange={() => onChange(withAnswer(question, given, index)!)}
            sx={{ position: 'absolute', inset: 0, width: '100%', height: '100%', m: 0, opacity: 0, cursor: 'pointer' }}
          />
          <Box
            component="span"
            aria-hidden
            sx={{
              ...badge,
              bgcolor: given.includes(key) ? 'primary.main' : 'background.paper',
              color: given.includes(key) ? 'primary.contrastText' : 'text.primary',
            }}
          >
            {index + 1}
          </Box>
        </Box>
      ))}
    </Over>
  )
}

/** The picture with the given and the right areas, and below it the areas by number and name. */
function HotspotReview({ question: { picture, answers, given, right }, isRight }: ReviewProps) {
  const { tones } = useTheme()
  const of = (key: string) => ({ given: given.includes(key), correct: right && right.includes(key), isRight })
  return (
    <>
      {picture && (
        <Over picture={picture}>
          {answers.map(({ key, area }, index) => {
            const mark = markOf(of(key))
            const color = mark ? tones[mark].text : 'text.secondary'
            return (
              <Box
                key={key}
                aria-hidden
                sx={{ ...placed(area!), borderRadius: '6px', border: mark ? '4px solid' : '2px dashed', borderColor: color }}
              >
                <Box sx={{ ...badge, bgcolor: 'background.paper', color }}>{index + 1}</Box>
              </Box>
            )
          })}
        </Over>
      )}
      <MarkedList>
        {answers.map(({ key, text }, index) => (
          <MarkedLine key={key} text={`${index + 1}. ${text}`} {...of(key)} />
        ))}
      </MarkedList>
    </>
  )
}

export const hotspot: QuestionView = {
  ...choosing,
  Input: HotspotInput,
  Review: HotspotReview,
  showsPicture: true,
  hint: ({ several }) => (several ? 'learning.quiz.hint_areas' : 'learning.quiz.hint_area'),
}

import { Box, FormHelperText, Typography } from '@mui/material'
import { useEffect, useId, useRef } from 'react'
import { type ChangeHow, type RunningQuestion, questionView } from '../question_types/index.js'

interface QuestionCardProps {
  question: RunningQuestion
  given: string[]
  error: string | null
  /** It replaced another question: moves the focus to its text, for keyboard and screen-reader users. */
  takeFocus: boolean
  /** A text on how to answer, and on side effects of choosing. */
  hint: string
  /** @param how pointed: by mouse, finger or number; moving with the arrow keys is not a choice */
  onChange: (given: string[], how: ChangeHow & { pointed: boolean }) => void
  onLeave: () => void
}

/** One question, rendered by its type. */
export function QuestionCard({ question, given, error, takeFocus, hint, onChange, onLeave }: QuestionCardProps) {
  const id = useId()
  const text = useRef<HTMLLegendElement>(null)
  const pointed = useRef(false)
  useEffect(() => {
    if (takeFocus) text.current?.focus()
    // Once, on mount.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  const { Input, showsPicture } = questionView(question)
  return (
    <Box
      component="fieldset"
      aria-describedby={`${id}-hint`}
      // The direction of its text; the hint is in the language of the page.
      dir="auto"
      onPointerDown={() => (pointed.current = true)}
      onKeyDown={() => (pointed.current = false)}
      sx={{ border: 0, p: 0, m: 0, minWidth: 0, position: 'relative' }}
    >
      <QuestionText ref={text} component="legend" id={`${id}-text`}>
        {question.text}
      </QuestionText>
      <Typography id={`${id}-hint`} dir="auto" variant="body2" sx={{ color: 'text.secondary', mb: { xs: 4, sm: 5 } }}>
        {hint}
      </Typography>
      {question.picture && !showsPicture && <QuestionPicture picture={question.picture} />}
      <Input
        question={question}
        given={given}
        labelledBy={`${id}-text`}
        describedBy={`${id}-hint`}
        onChange={(next, how) => onChange(next, { ...how, pointed: pointed.current })}
        onLeave={onLeave}
      />
      {error && (
        <FormHelperText error role="alert" sx={{ mt: 3, fontSize: '0.875rem' }}>
          {error}
        </FormHelperText>
      )}
    </Box>
  )
}

/** A picture that a question is about, at its own size or as wide as the available space. */
export function QuestionPicture({ picture: { url, alt, width, height } }: { picture: NonNullable<RunningQuestion['picture']> }) {
  return (
    <Box
      component="img"
      src={url}
      alt={alt}
      width={width}
      height={height}
      sx={{
        display: 'block',
        maxWidth: '100%',
        height: 'auto',
        maxHeight: '50vh',
        objectFit: 'contain',
        objectPosition: 'left',
        mb: 4,
        borderRadius: '8px',
      }}
    />
  )
}

interface QuestionTextProps {
  ref?: React.Ref<HTMLLegendElement>
  id?: string
  component: 'legend' | 'h2'
  children: string
}

/** The text of a question, in the size of a page's main content. */
export function QuestionText({ ref, id, component, children }: QuestionTextProps) {
  return (
    <Typography
      component={component}
      ref={ref as never}
      id={id}
      tabIndex={-1}
      sx={{
        p: 0,
        mb: 2,
        fontSize: { xs: '1.375rem', sm: '1.5rem' },
        lineHeight: { xs: '30px', sm: '32px' },
        fontWeight: 600,
        letterSpacing: '-0.01em',
        textWrap: 'pretty',
        '&:focus': { outline: 'none' },
      }}
    >
      {children}
    </Typography>
  )
}

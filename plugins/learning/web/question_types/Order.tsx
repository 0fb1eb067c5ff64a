import { Box, IconButton, Stack, Typography } from '@mui/material'
import { useEffect, useRef, useState } from 'react'
import { useT } from '#web/i18n'
import { Icon, VISUALLY_HIDDEN } from '#web/ui'
import { MarkedLine, MarkedList } from '../components/MarkedAnswers.js'
import { notChosen } from './choosing.js'
import type { InputProps, QuestionView, ReviewProps } from './types.js'

const moved = (keys: readonly string[], from: number, to: number): string[] => {
  const others = keys.filter((_key, index) => index !== from)
  return [...others.slice(0, to), keys[from]!, ...others.slice(to)]
}

/** Items to arrange: by their buttons, by arrow keys on those, or by dragging. The new position is announced. */
function OrderInput({ question, given, describedBy, onChange, onLeave }: InputProps) {
  const t = useT()
  const dealt = question.answers.map(({ key }) => key)
  const keys = given.length === dealt.length ? given : dealt
  const textOf = (key: string) => question.answers.find((answer) => answer.key === key)?.text ?? ''
  const list = useRef<HTMLOListElement>(null)
  const [said, setSaid] = useState('')
  const [dragged, setDragged] = useState<string | null>(null)
  const focusOn = useRef<string | null>(null)
  // The item was moved in the DOM: restores the focus, so that keyboard users can continue moving it.
  useEffect(() => {
    if (!focusOn.current) return
    list.current?.querySelector<HTMLElement>(`[data-move="${focusOn.current}"]`)?.focus()
    focusOn.current = null
  })

  const move = (from: number, to: number, button?: 'up' | 'down') => {
    if (to < 0 || to >= keys.length || from === to) return
    const key = keys[from]!
    if (button) focusOn.current = `${key}-${button}`
    setSaid(t('learning.quiz.order_place', { text: textOf(key), place: to + 1, total: keys.length }))
    onChange(moved(keys, from, to), { typing: dragged !== null })
  }
  const drop = () => {
    if (!dragged) return
    setDragged(null)
    onLeave()
  }
  /** Moves the dragged item to the place whose middle the pointer has passed. */
  const dragTo = (y: number) => {
    const from = keys.indexOf(dragged!)
    const rows = [...(list.current?.children ?? [])].map((row) => row.getBoundingClientRect())
    const to = rows.filter(({ top, height }, index) => index !== from && top + height / 2 < y).length
    move(from, to)
  }

  return (
    <>
      <Box
        component="ol"
        ref={list}
        aria-describedby={describedBy}
        onPointerMove={(event) => dragged && dragTo(event.clientY)}
        onPointerUp={drop}
        onPointerCancel={drop}
        sx={{ listStyle: 'none', p: 0, m: 0, display: 'grid', gap: 2 }}
      >
        {keys.map((key, index) => (
          <Stack
            component="li"
            key={key}
            direction="row"
            sx={{
              alignItems: 'center',
              gap: 2,
              pl: 1,
              pr: 2,
              minHeight: 56,
              borderRadius: '8px',
              border: 1,
              borderColor: dragged === key ? 'primary.main' : 'divider',
              bgcolor: dragged === key ? 'action.selected' : 'background.paper',
            }}
          >
            <Stack
              direction="row"
              onPointerDown={(event) => {
                // On the list: the row itself moves in the DOM and would lose the pointer capture.
                list.current?.setPointerCapture(event.pointerId)
                setDragged(key)
              }}
              sx={{ flex: 1, minWidth: 0, alignItems: 'center', gap: 2, py: 3, cursor: 'grab', touchAction: 'none', userSelect: 'none' }}
            >
              <Icon name="drag" sx={{ color: 'text.secondary' }} />
              <Box component="span" sx={{ minWidth: 24, textAlign: 'right', color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
                {index + 1}
              </Box>
              <Typography component="span" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
                {textOf(key)}
              </Typography>
            </Stack>
            {(['up', 'down'] as const).map((way) => {
              const to = index + (way === 'up' ? -1 : 1)
              const isEnd = to < 0 || to >= keys.length
              return (
                <IconButton
                  key={way}
                  data-move={`${key}-${way}`}
                  // At the end it stays focusable but does nothing.
                  aria-disabled={isEnd}
                  aria-label={t(`learning.quiz.order_${way}`, { text: textOf(key) })}
                  onClick={() => move(index, to, way)}
                  onKeyDown={(event) => {
                    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key]
                    if (!step) return
                    event.preventDefault()
                    move(index, index + step, way)
                  }}
                  sx={{ minWidth: 44, minHeight: 44, ...(isEnd && { opacity: 0.38 }) }}
                >
                  <Icon name={way} />
                </IconButton>
              )
            })}
          </Stack>
        ))}
      </Box>
      <Box role="status" sx={VISUALLY_HIDDEN}>
        {said}
      </Box>
    </>
  )
}

/** The given order, each place marked if the right one may be shown, with the right order below it. */
function OrderReview({ question: { answers, given, right }, isRight }: ReviewProps) {
  const t = useT()
  const textOf = (key: string) => answers.find((answer) => answer.key === key)?.text ?? ''
  const isInPlace = (index: number) => textOf(given[index]!) === textOf(right?.[index] ?? '')
  return (
    <Stack sx={{ gap: 3 }}>
      {given.length > 0 && (
        <MarkedList ordered title={t('learning.quiz.your_order')}>
          {given.map((key, index) => (
            <MarkedLine key={key} text={`${index + 1}. ${textOf(key)}`} given quiet correct={right && isInPlace(index)} isRight={isRight} />
          ))}
        </MarkedList>
      )}
      {right && !isRight && (
        <MarkedList ordered title={t('learning.quiz.right_order')}>
          {right.map((key, index) => (
            <MarkedLine key={key} text={`${index + 1}. ${textOf(key)}`} given={false} quiet correct isRight={isRight} />
          ))}
        </MarkedList>
      )}
    </Stack>
  )
}

export const order: QuestionView = {
  ...notChosen,
  Input: OrderInput,
  Review: OrderReview,
  isComplete: ({ answers }, given) => given.length === answers.length,
  hint: () => 'learning.quiz.hint_order',
}

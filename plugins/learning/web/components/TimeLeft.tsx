import { Box, Stack } from '@mui/material'
import { useTheme } from '@mui/material/styles'
import { useEffect, useRef, useState } from 'react'
import { useT } from '#web/i18n'
import { Icon, VISUALLY_HIDDEN } from '#web/ui'

/** Seconds before the end at which the remaining time is announced and becomes a warning. */
const WARN_AT = [300, 60]
/** Unsaved answers are saved this long before the end (seconds). */
const NEARLY = 3

interface TimeLeftProps {
  /** The end, in milliseconds since 1970 by the clock of this browser. */
  endsAt: number
  onNearlyOver: () => void
  onOver: () => void
}

/** A calm clock: minutes and seconds, announced only at five minutes and at one. The server's clock decides. */
export function TimeLeft({ endsAt, onNearlyOver, onOver }: TimeLeftProps) {
  const t = useT()
  const { tones } = useTheme()
  const secondsLeft = () => Math.max(0, Math.ceil((endsAt - Date.now()) / 1000))
  const [left, setLeft] = useState(secondsLeft)
  const told = useRef({ nearly: false, over: false })
  const calls = useRef({ onNearlyOver, onOver })
  useEffect(() => {
    calls.current = { onNearlyOver, onOver }
  })
  useEffect(() => {
    const look = () => {
      const now = secondsLeft()
      setLeft(now)
      if (now <= NEARLY && !told.current.nearly) {
        told.current.nearly = true
        calls.current.onNearlyOver()
      }
      if (now === 0 && !told.current.over) {
        told.current.over = true
        calls.current.onOver()
      }
    }
    const timer = setInterval(look, 500)
    return () => clearInterval(timer)
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [endsAt])

  const warning = WARN_AT.filter((at) => left <= at).at(-1)
  const tone = warning === undefined ? null : tones[warning === WARN_AT[0] ? 'warning' : 'error']
  const [minutes, seconds] = [Math.floor(left / 60), left % 60]
  return (
    <>
      <Stack
        direction="row"
        role="timer"
        aria-label={t('learning.quiz.time_left', { minutes, seconds })}
        sx={{
          flexShrink: 0,
          alignItems: 'center',
          gap: 1,
          px: 2,
          py: 1,
          borderRadius: '6px',
          fontVariantNumeric: 'tabular-nums',
          fontSize: '0.9375rem',
          ...(tone ? { bgcolor: tone.soft, color: tone.text, fontWeight: 600 } : { color: 'text.secondary' }),
        }}
      >
        <Icon name="waiting" />
        <span aria-hidden>{`${minutes}:${String(seconds).padStart(2, '0')}`}</span>
      </Stack>
      <Box role="status" sx={VISUALLY_HIDDEN}>
        {left === 0 ? t('learning.quiz.time_is_over') : warning !== undefined && t('learning.quiz.time_warning', { minutes: warning / 60 })}
      </Box>
    </>
  )
}

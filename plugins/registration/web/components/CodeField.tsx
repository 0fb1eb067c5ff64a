import { Box, Button } from '@mui/material'
import { useEffect, useState } from 'react'
import { toApiError, useErrorText } from '#web/api'
import { useT } from '#web/i18n'
import { TextInput, useToast } from '#web/ui'
import { PAUSE_SECONDS, type Sent } from '../calls.js'

/** Six digits, large enough to compare with the mail. */
export function CodeField({ autoFocus = false }: { autoFocus?: boolean }) {
  const t = useT()
  return (
    <Box sx={{ '& input': { fontSize: '1.375rem', letterSpacing: '0.3em', fontVariantNumeric: 'tabular-nums' } }}>
      <TextInput
        name="code"
        label={t('core.reset.code')}
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={7}
        required
        autoFocus={autoFocus}
      />
    </Box>
  )
}

/** Sends another code after the waiting time. */
export function ResendCode({ onSend }: { onSend: () => Promise<Sent> }) {
  const t = useT()
  const toast = useToast()
  const { ofError } = useErrorText()
  const [pause, setPause] = useState(PAUSE_SECONDS)
  useEffect(() => {
    if (!pause) return
    const timer = setTimeout(() => setPause(pause - 1), 1000)
    return () => clearTimeout(timer)
  }, [pause])
  const send = async () => {
    try {
      const { message } = await onSend()
      setPause(PAUSE_SECONDS)
      toast.success(t(message === 'code_sent' ? 'core.reset.sent' : 'core.reset.sent_before'))
    } catch (error) {
      toast.error(ofError(toApiError(error), 'registration'))
    }
  }
  return (
    <Button disabled={pause > 0} onClick={() => void send()}>
      {pause > 0 ? t('core.reset.again_in', { seconds: pause }) : t('core.reset.again')}
    </Button>
  )
}

import { Alert, Button, Stack } from '@mui/material'
import { useState } from 'react'
import { toApiError, useErrorText, type ApiError } from '#web/api'
import { useIsLeaving } from '#web/session'

interface PasskeyButtonProps<A> {
  label: string
  /** Opens the browser's passkey window and sends the result. */
  work: () => Promise<A>
  onSuccess: (answer: A) => void
}

/** The button for passkeys; errors are shown above it. */
export function PasskeyButton<A>({ label, work, onSuccess }: PasskeyButtonProps<A>) {
  const { ofError } = useErrorText()
  const [busy, setBusy] = useState(false)
  const isLeaving = useIsLeaving()
  const [failure, setFailure] = useState<ApiError | null>(null)
  const press = async () => {
    setBusy(true)
    setFailure(null)
    try {
      onSuccess(await work())
    } catch (error) {
      setFailure(toApiError(error))
    }
    setBusy(false)
  }
  return (
    <Stack sx={{ gap: 3 }}>
      {failure && <Alert severity={failure.code === 'passkey_cancelled' ? 'info' : 'error'}>{ofError(failure)}</Alert>}
      <Button variant="contained" size="large" fullWidth loading={busy || isLeaving} onClick={() => void press()}>
        {label}
      </Button>
    </Stack>
  )
}

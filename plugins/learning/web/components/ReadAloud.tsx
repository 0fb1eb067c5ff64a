import { Button, GlobalStyles, Stack } from '@mui/material'
import { useTheme } from '@mui/material/styles'
import type { RefObject } from 'react'
import { useT } from '#web/i18n'
import { Icon } from '#web/ui'
import { useReadAloud } from '../read_aloud.js'

/** Starts, pauses and stops reading a text aloud; renders nothing if the browser has no voice for its language. */
export function ReadAloud({ text, language }: { text: RefObject<HTMLElement | null>; language: string }) {
  const t = useT()
  const { brand, surfaces } = useTheme()
  const reader = useReadAloud(text, language)
  if (!reader) return null
  const { state, start, pause, resume, stop } = reader
  return (
    <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap' }}>
      <GlobalStyles styles={{ '::highlight(learning-read-aloud)': { backgroundColor: brand.primary.fill, color: brand.primary.onFill } }} />
      <Button
        size="small"
        color="inherit"
        variant="outlined"
        startIcon={<Icon name={state === 'reading' ? 'pause' : 'speak'} />}
        onClick={state === 'silent' ? start : state === 'reading' ? pause : resume}
        sx={{ borderColor: surfaces.divider }}
      >
        {t(`learning.read_aloud.${state === 'silent' ? 'start' : state === 'reading' ? 'pause' : 'resume'}`)}
      </Button>
      {state !== 'silent' && (
        <Button size="small" color="inherit" startIcon={<Icon name="ended" />} onClick={stop}>
          {t('learning.read_aloud.stop')}
        </Button>
      )}
    </Stack>
  )
}

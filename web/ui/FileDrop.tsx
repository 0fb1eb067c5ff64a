import { Box, IconButton, Stack, Typography, useMediaQuery } from '@mui/material'
import { useCallback, useId, useRef, useState, type DragEvent } from 'react'
import { useT } from '#web/i18n'
import { Icon } from './icons/index.js'

export interface FileDropProps {
  label: string
  value: File | null
  onChange: (file: File | null) => void
  /** The value of the `accept` attribute: `image/*,.pdf`. Checked for dropped files too. */
  accept?: string
  /** Megabytes. */
  maxSize?: number
  /** The server's message about this file. */
  error?: string | undefined
  /** The stored file, shown until another is chosen. */
  currentUrl?: string | null
}

/** `image/*,.pdf` in readable form. */
function readable(accept: string, anyImage: string): string {
  return accept
    .split(',')
    .map((rule) =>
      rule.trim() === 'image/*'
        ? anyImage
        : rule
            .trim()
            .replace(/^\.|^\w+\//, '')
            .toUpperCase(),
    )
    .join(', ')
}

function matches(file: File, accept: string): boolean {
  return accept.split(',').some((rule) => {
    const wanted = rule.trim().toLowerCase()
    if (wanted.startsWith('.')) return file.name.toLowerCase().endsWith(wanted)
    if (wanted.endsWith('/*')) return file.type.startsWith(wanted.slice(0, -1))
    return file.type === wanted
  })
}

/** A picture in its own proportions, so that a wide logo stays readable. Releases a chosen file's memory when it goes. */
function Preview({ source }: { source: File | string }) {
  const show = useCallback(
    (image: HTMLImageElement) => {
      const url = typeof source === 'string' ? source : URL.createObjectURL(source)
      image.src = url
      return () => {
        if (typeof source !== 'string') URL.revokeObjectURL(url)
      }
    },
    [source],
  )
  return (
    <Box
      component="img"
      ref={show}
      alt=""
      sx={{ height: 56, minWidth: 40, maxWidth: { xs: 120, sm: 200 }, flexShrink: 0, objectFit: 'contain', borderRadius: '4px' }}
    />
  )
}

/** Chooses one file by dropping or by the file dialog; says at once when type or size does not fit. */
export function FileDrop({ label, value, onChange, accept, maxSize = 10, error, currentUrl }: FileDropProps) {
  const t = useT()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  // On a phone nothing can be dropped.
  const isTouch = useMediaQuery('(pointer: coarse)')
  const [over, setOver] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const preview = value ? (value.type.startsWith('image/') ? value : null) : currentUrl
  const shown = problem ?? error
  const kinds = accept ? readable(accept, t('core.file.any_image')) : ''
  const size = maxSize < 1024 ? t('core.file.megabytes', { n: maxSize }) : t('core.file.gigabytes', { n: maxSize / 1024 })

  const take = (file: File | undefined) => {
    if (!file) return
    // The previous choice stays, so the message says which file it is about.
    const refuse = (reason: string) => setProblem(value ? t('core.file.not_taken', { file: file.name, reason }) : reason)
    if (accept && !matches(file, accept)) return refuse(t('core.file.wrong_type', { accept: kinds }))
    if (file.size > maxSize * 1_048_576) return refuse(t('core.file.too_big', { size }))
    setProblem(null)
    onChange(file)
  }
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    take(event.dataTransfer.files[0])
  }

  return (
    <Box>
      <Typography component="label" htmlFor={id} variant="body2" sx={{ fontWeight: 550, display: 'block', mb: 1 }}>
        {label}
      </Typography>
      <Stack
        direction="row"
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={onDrop}
        sx={(theme) => ({
          position: 'relative',
          alignItems: 'center',
          gap: 4,
          p: 4,
          minHeight: 88,
          border: `1px dashed ${shown ? theme.palette.error.main : over ? theme.palette.primary.main : theme.surfaces.controlBorder}`,
          borderRadius: 1,
          bgcolor: over ? theme.brand.primary.soft : theme.surfaces.paper,
          '&:focus-within': { outline: `3px solid ${theme.palette.primary.main}`, outlineOffset: 2 },
        })}
      >
        {/* Covers the box invisibly, so that clicks, the Tab key and the label work as in any file field. */}
        <Box
          component="input"
          ref={input}
          id={id}
          type="file"
          accept={accept}
          aria-describedby={`${id}-help`}
          aria-invalid={Boolean(shown)}
          onChange={(event) => take(event.currentTarget.files?.[0])}
          sx={{ position: 'absolute', inset: 0, opacity: 0, cursor: 'pointer', width: '100%' }}
        />
        {preview ? <Preview source={preview} /> : <Icon name="upload" fontSize="medium" sx={{ color: 'text.secondary' }} />}
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography sx={{ fontWeight: 550, overflowWrap: 'anywhere' }}>
            {value?.name ?? t(isTouch ? 'core.file.choose_touch' : 'core.file.choose')}
          </Typography>
          <Typography
            id={`${id}-help`}
            variant="body2"
            role={shown ? 'alert' : undefined}
            sx={{ color: shown ? 'error.main' : 'text.secondary' }}
          >
            {shown ?? t(kinds ? 'core.file.limits' : 'core.file.limit', { size, accept: kinds })}
          </Typography>
        </Box>
        {value && (
          <IconButton
            aria-label={t('core.file.remove')}
            sx={{ zIndex: 1 }}
            onClick={() => {
              if (input.current) input.current.value = ''
              setProblem(null)
              onChange(null)
            }}
          >
            <Icon name="close" />
          </IconButton>
        )}
      </Stack>
    </Box>
  )
}

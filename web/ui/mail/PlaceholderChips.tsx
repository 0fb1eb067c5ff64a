import { Box, Chip, Stack, Typography } from '@mui/material'
import { useId, useRef, type ReactNode } from 'react'
import { useT } from '#web/i18n'
import { useFormState } from '../form/form_context.js'

/** A value that the text of a mail may contain as {name}. */
export interface MailPlaceholder {
  name: string
  /** The text must contain it. */
  required: boolean
}

type Field = HTMLInputElement | HTMLTextAreaElement

/** Fields with their placeholders as buttons: pressing one, by mouse or keyboard, inserts it at the cursor and returns the focus. */
export function PlaceholderChips({
  placeholders,
  start,
  children,
}: {
  placeholders: readonly MailPlaceholder[]
  start: string
  children: ReactNode
}) {
  const t = useT()
  const label = useId()
  const { idOf, valueOf, setValue } = useFormState()
  // The last focused field, or the main field of the mail before any was.
  const last = useRef(start)

  const insert = (name: string) => {
    const field = document.getElementById(idOf(last.current)) as Field | null
    if (!field) return
    const text = String(valueOf(last.current) ?? '')
    const from = field.selectionStart ?? text.length
    const word = `{${name}}`
    setValue(last.current, text.slice(0, from) + word + text.slice(field.selectionEnd ?? from))
    // Once the field shows it.
    requestAnimationFrame(() => {
      field.focus()
      field.setSelectionRange(from + word.length, from + word.length)
    })
  }
  return (
    <Stack
      sx={{ gap: 4 }}
      onFocus={({ target }) => {
        if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) last.current = target.name
      }}
    >
      {children}
      <Box role="group" aria-labelledby={label}>
        <Typography id={label} variant="body2" sx={{ fontWeight: 600, mb: 2 }}>
          {t('core.mail_editor.insert')}
        </Typography>
        <Stack direction="row" sx={{ gap: 2, flexWrap: 'wrap' }}>
          {placeholders.map(({ name, required }) => (
            <Chip
              key={name}
              component="button"
              type="button"
              clickable
              variant="outlined"
              label={required ? `{${name}} · ${t('core.mail_editor.required')}` : `{${name}}`}
              aria-label={t('core.mail_editor.insert_one', {
                name: required ? `{${name}} (${t('core.mail_editor.required')})` : `{${name}}`,
              })}
              // The field keeps its cursor.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => insert(name)}
              sx={{ minHeight: { xs: 44, md: 32 }, borderRadius: 4 }}
            />
          ))}
        </Stack>
      </Box>
    </Stack>
  )
}

import { Stack, useMediaQuery } from '@mui/material'
import type { ReactNode } from 'react'
import type { ColumnView } from '#core/contract/lists'
import { useT } from '#web/i18n'
import { ToneChip } from '../StatusChip.js'

interface RowNotesProps {
  /** Columns with a note. */
  notes: readonly ColumnView[]
  extra: Readonly<Record<string, unknown>> | undefined
  /** The state itself, where it should be shown. */
  children?: ReactNode
}

/** The state of a row and what needs attention: late, failed, expiring. */
export function RowNotes({ notes, extra, children }: RowNotesProps) {
  const t = useT()
  const said = notes.flatMap(({ key, note }) => {
    const count = Number(extra?.[key] ?? 0)
    if (!note || count <= 0) return []
    const label = t(note.label, { count })
    // For a note that is only true or false ("Toegewezen") a number alone would be meaningless, so its label is shown.
    const counts = label !== t(note.label, { count: count + 1 })
    return [{ key, ...note, label, short: counts ? String(count) : label }]
  })
  // A row of the table has one line, so several notes are icons with a number. A card has room for the labels.
  const oneLine = useMediaQuery((theme) => theme.breakpoints.up('md')) && said.length + (children ? 1 : 0) > 1
  return (
    <Stack
      direction="row"
      sx={{ gap: 1, flexWrap: { xs: 'wrap', md: 'nowrap' }, minWidth: 0, justifyContent: { xs: 'flex-end', md: 'flex-start' } }}
    >
      {children}
      {said.map(({ key, short, ...chip }) => (
        <ToneChip key={key} {...chip} {...(oneLine && { short })} />
      ))}
    </Stack>
  )
}

import { Stack } from '@mui/material'
import type { ReactNode } from 'react'
import type { ColumnView } from '#core/contract/lists'
import { useT } from '#web/i18n'
import { ToneChip } from '../StatusChip.js'

interface RowNotesProps {
  /** Columns that have a note. */
  notes: readonly ColumnView[]
  extra: Readonly<Record<string, unknown>> | undefined
  /** The state itself, where it is worth saying. */
  children?: ReactNode
}

/** The state of a row and what is to be seen to: late, failed, running out. */
export function RowNotes({ notes, extra, children }: RowNotesProps) {
  const t = useT()
  const said = notes.flatMap(({ key, note }) => {
    const count = Number(extra?.[key] ?? 0)
    return note && count > 0 ? [{ key, ...note, label: t(note.label, { count }) }] : []
  })
  return (
    <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap', justifyContent: { xs: 'flex-end', md: 'flex-start' } }}>
      {children}
      {said.map(({ key, ...chip }) => (
        <ToneChip key={key} {...chip} />
      ))}
    </Stack>
  )
}

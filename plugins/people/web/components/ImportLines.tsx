import { Box, Table, TableBody, TableCell, TableHead, TableRow, Typography } from '@mui/material'
import { useId } from 'react'
import type { PersonName } from '#core/contract/full_name'
import { useFormat, useT } from '#web/i18n'
import { MendCell } from './MendCell.js'

interface ImportLinesProps {
  title: string
  head: readonly string[]
  lines: readonly {
    line: number
    cells: readonly string[]
    problems?: string[]
    wrong?: readonly number[]
    birthdate?: string | null
    name?: PersonName | null
  }[]
  /** The column of the birthdate: the parsed date is shown below the cell. */
  dayAt?: number | null
  /** The column of whole names: the parts are shown below the cell. */
  nameAt?: number | null
  /** The columns that are imported. */
  used?: readonly number[]
  /** The import whose bad cells may be corrected. */
  mend?: number | null
}

/** How a cell was read. */
function AsRead({ children }: { children: string }) {
  return (
    <Box component="span" sx={{ display: 'block', color: 'text.secondary', fontSize: '0.8125rem' }}>
      {children}
    </Box>
  )
}

/** Lines of a file as they are; bad ones show their reasons first. */
export function ImportLines({ title, head, lines, dayAt = null, nameAt = null, used = [], mend = null }: ImportLinesProps) {
  const t = useT()
  const format = useFormat()
  const id = useId()
  const bad = lines.some(({ problems }) => problems)
  const width = Math.max(head.length, ...lines.map(({ cells }) => cells.length))
  // Reasons first, then the imported columns: a wide file must not hide them at its right.
  const wrongAt = new Set(lines.flatMap(({ wrong = [] }) => wrong))
  const rank = (place: number) => (wrongAt.has(place) ? 0 : used.includes(place) ? 1 : 2)
  const places = Array.from({ length: width }, (_, place) => place).sort((one, other) => rank(one) - rank(other) || one - other)
  const partsOf = (name: PersonName) =>
    (['firstname', 'infix', 'lastname'] as const)
      .flatMap((part) => (name[part] ? `${t(`people.column.${part}`)}: ${name[part]}` : []))
      .join(' · ')
  const nameOf = (place: number) => head[place] || t('people.import.unnamed', { number: place + 1 })
  return (
    <Box>
      <Typography id={id} component="h3" sx={{ fontWeight: 600, mb: 2 }}>
        {title}
      </Typography>
      <Box
        tabIndex={0}
        role="region"
        aria-labelledby={id}
        sx={{ maxHeight: 360, overflow: 'auto', border: '1px solid', borderColor: 'divider', borderRadius: 1 }}
      >
        <Table
          size="small"
          stickyHeader
          sx={{
            '& td, & th': { minWidth: 90, maxWidth: 260, overflowWrap: 'break-word' },
            '& td:first-of-type, & th:first-of-type': { minWidth: 0 },
          }}
        >
          <TableHead>
            <TableRow>
              <TableCell>#</TableCell>
              {bad && <TableCell>{t('people.import.reason')}</TableCell>}
              {places.map((place) => (
                <TableCell key={place}>{nameOf(place)}</TableCell>
              ))}
            </TableRow>
          </TableHead>
          <TableBody>
            {lines.map(({ line, cells, problems = [], wrong = [], birthdate, name }) => (
              <TableRow key={line}>
                <TableCell
                  aria-label={t('people.import.line', { line })}
                  sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}
                >
                  {line}
                </TableCell>
                {bad && (
                  <TableCell sx={{ '&&': { minWidth: 180 }, color: (theme) => theme.tones.error.text, fontWeight: 550 }}>
                    {problems.map((problem) => t(`people.problem.${problem}`)).join(' · ')}
                  </TableCell>
                )}
                {places.map((place) => (
                  <TableCell key={place} sx={place === nameAt ? { '&&': { minWidth: 200 } } : undefined}>
                    {mend !== null && wrong.includes(place) && place < head.length ? (
                      <MendCell
                        key={cells[place]}
                        id={mend}
                        line={line}
                        column={place}
                        text={cells[place] ?? ''}
                        label={t('people.import.mend', { column: nameOf(place), line })}
                      />
                    ) : (
                      cells[place]
                    )}
                    {place === dayAt && birthdate && <AsRead>{format.day(birthdate)}</AsRead>}
                    {place === nameAt && name && <AsRead>{partsOf(name)}</AsRead>}
                  </TableCell>
                ))}
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </Box>
    </Box>
  )
}

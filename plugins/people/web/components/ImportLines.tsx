import { Box, Table, TableBody, TableCell, TableHead, TableRow, Typography } from '@mui/material'
import { useId } from 'react'
import { useFormat, useT } from '#web/i18n'

interface ImportLinesProps {
  title: string
  head: readonly string[]
  lines: readonly { line: number; cells: readonly string[]; problems?: string[]; birthdate?: string | null }[]
  /** The column of the day of birth: how it was read stands below it. */
  dayAt?: number | null
}

/** Lines of a file as they stand there; of bad ones first what is wrong. */
export function ImportLines({ title, head, lines, dayAt = null }: ImportLinesProps) {
  const t = useT()
  const format = useFormat()
  const id = useId()
  const bad = lines.some(({ problems }) => problems)
  const width = Math.max(...lines.map(({ cells }) => cells.length))
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
          sx={{ '& td, & th': { whiteSpace: 'nowrap', maxWidth: 260, overflow: 'hidden', textOverflow: 'ellipsis' } }}
        >
          <TableHead>
            <TableRow>
              <TableCell>#</TableCell>
              {bad && <TableCell>{t('people.import.reason')}</TableCell>}
              {Array.from({ length: width }, (_, place) => (
                <TableCell key={place}>{head[place] || t('people.import.unnamed', { number: place + 1 })}</TableCell>
              ))}
            </TableRow>
          </TableHead>
          <TableBody>
            {lines.map(({ line, cells, problems = [], birthdate }) => (
              <TableRow key={line}>
                <TableCell
                  aria-label={t('people.import.line', { line })}
                  sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}
                >
                  {line}
                </TableCell>
                {bad && (
                  <TableCell
                    sx={{ '&&': { whiteSpace: 'normal', minWidth: 180 }, color: (theme) => theme.tones.error.text, fontWeight: 550 }}
                  >
                    {problems.map((problem) => t(`people.problem.${problem}`)).join(' · ')}
                  </TableCell>
                )}
                {Array.from({ length: width }, (_, place) => (
                  <TableCell key={place} title={cells[place]}>
                    {cells[place]}
                    {place === dayAt && birthdate && (
                      <Box component="span" sx={{ display: 'block', color: 'text.secondary', fontSize: '0.8125rem' }}>
                        {format.day(birthdate)}
                      </Box>
                    )}
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

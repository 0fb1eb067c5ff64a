import { Box, Link, Stack, Typography } from '@mui/material'
import { Link as RouterLink } from 'react-router'
import { profilePath } from '#plugins/people/contract/index'
import { useT } from '#web/i18n'
import { tileStyles } from '#web/ui'
import type { MatrixColumn, MatrixItem } from '../../server/transformers/skills_transformer.js'
import { SkillCell } from './SkillCell.js'

interface SkillCardsProps {
  rows: readonly MatrixItem[]
  columns: readonly MatrixColumn[]
  /** Of an admin who looks at every company: whose person it is. */
  ofAll: boolean
  onOpen: (skill: number, person: number) => void
}

/** /skills on a phone: a person each, with what they have and need. */
export function SkillCards({ rows, columns, ofAll, onOpen }: SkillCardsProps) {
  const t = useT()
  return (
    <Stack component="ul" sx={{ listStyle: 'none', m: 0, p: 0, borderTop: '1px solid', borderColor: 'divider' }}>
      {rows.map((row) => {
        const cells = new Map(row.cells.map((cell) => [cell.skill, cell]))
        const shown = columns.flatMap((column) => {
          const cell = cells.get(column.id)
          return cell ? [{ column, cell }] : []
        })
        return (
          <Box component="li" key={row.id} sx={{ p: 4, borderBottom: '1px solid', borderColor: 'divider' }}>
            <Link component={RouterLink} to={profilePath(row.id)} underline="hover" color="inherit" sx={{ fontWeight: 650, py: 1 }}>
              {row.name}
            </Link>
            {ofAll && (
              <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                {row.company}
              </Typography>
            )}
            {shown.length === 0 ? (
              <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                {t('skills.nothing')}
              </Typography>
            ) : (
              <Stack component="ul" sx={[tileStyles, { listStyle: 'none', m: 0, mt: 2, p: 0, gap: 2 }]}>
                {shown.map(({ column, cell }) => (
                  <Box
                    component="li"
                    key={column.id}
                    sx={{ display: 'grid', gridTemplateColumns: '1fr 160px', gap: 3, alignItems: 'center', fontSize: '0.875rem' }}
                  >
                    <Box component="span" sx={{ overflowWrap: 'anywhere' }}>
                      {column.name}
                    </Box>
                    <SkillCell cell={cell} of={`${row.name}, ${column.name}`} tabIndex={0} onOpen={() => onOpen(column.id, row.id)} />
                  </Box>
                ))}
              </Stack>
            )}
          </Box>
        )
      })}
    </Stack>
  )
}

import { Box } from '@mui/material'
import { profilePath } from '#plugins/people/contract/index'
import { useT } from '#web/i18n'
import { MatrixCards, tileStyles } from '#web/ui'
import type { MatrixColumn, MatrixItem } from '../../server/transformers/skills_transformer.js'
import { SkillCell } from './SkillCell.js'

interface SkillCardsProps {
  rows: readonly MatrixItem[]
  columns: readonly MatrixColumn[]
  /** For an admin who views every company: the company of each person. */
  ofAll: boolean
  onOpen: (skill: number, person: number) => void
}

/** /skills on a phone: a card per person, with the skills they have and need. */
export function SkillCards({ rows, columns, ofAll, onOpen }: SkillCardsProps) {
  const t = useT()
  const lines = (row: MatrixItem) => {
    const cells = new Map(row.cells.map((cell) => [cell.skill, cell]))
    return columns.flatMap((column) => {
      const cell = cells.get(column.id)
      if (!cell) return []
      return [
        <Box
          component="li"
          key={column.id}
          sx={{ display: 'grid', gridTemplateColumns: '1fr 160px', gap: 3, alignItems: 'center', fontSize: '0.875rem' }}
        >
          <Box component="span" sx={{ overflowWrap: 'anywhere' }}>
            {column.name}
          </Box>
          <SkillCell cell={cell} of={`${row.name}, ${column.name}`} tabIndex={0} onOpen={() => onOpen(column.id, row.id)} />
        </Box>,
      ]
    })
  }
  return (
    <Box sx={tileStyles}>
      <MatrixCards rows={rows} path={({ id }) => profilePath(id)} ofAll={ofAll} lines={lines} lineHeight={52} empty={t('skills.nothing')} />
    </Box>
  )
}

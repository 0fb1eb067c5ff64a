import { Button, Link, Typography } from '@mui/material'
import { useCallback, useMemo } from 'react'
import { Link as RouterLink } from 'react-router'
import { profilePath } from '#plugins/people/contract/index'
import { api, withQuery } from '#web/api'
import { useT } from '#web/i18n'
import {
  cellsBy,
  EmptyState,
  Matrix,
  MatrixFrame,
  type MatrixRows,
  NameOfCompany,
  PageHeader,
  StatusChip,
  statusesOf,
  ToneChip,
  useMatrix,
  usePanelParam,
} from '#web/ui'
import { skillStatuses } from '../../contract/index.js'
import type { MatrixColumn, MatrixItem } from '../../server/transformers/skills_transformer.js'
import { CellPanel, cellOf } from '../components/CellPanel.js'
import { SkillCards } from '../components/SkillCards.js'
import { SkillCell } from '../components/SkillCell.js'
import { NEW, SkillPanel } from '../components/SkillPanel.js'
import { useCompanies, useSkillChoices } from '../queries.js'

function useSkillsMatrix() {
  const skill = useSkillChoices()
  const { options: company } = useCompanies()
  const choices = useMemo(() => ({ skill, company }), [skill, company])
  return useMatrix<MatrixItem, MatrixColumn>({
    id: 'skills.matrix',
    part: 'skills',
    path: '/api/skills/matrix',
    load: (query) => api.skills.matrix.index(withQuery(query)),
    // A search for people does not change the columns.
    loadColumns: ({ search: _search, ...filters }) => api.skills.matrix.columns(withQuery(filters)),
    choices,
  })
}

/** /skills: everybody against every skill. */
export default function SkillsPage() {
  const t = useT()
  const skill = usePanelParam('vaardigheid')
  const cell = usePanelParam('cel')
  const { narrow, rows, columns, grid, busy, frame } = useSkillsMatrix()
  const { open: openCell } = cell
  const onCell = useCallback((id: number, person: number) => openCell(cellOf(id, person)), [openCell])
  const ofAll = useCompanies().admin
  const add = () => skill.open(NEW)
  return (
    <>
      <PageHeader
        title={t('skills.title')}
        text={t('skills.text')}
        action={{ label: t('skills.add'), icon: 'add', onClick: add }}
        secondary={[{ label: t('skills.gaps.title'), icon: 'calendar_check', to: '/skills/planning' }]}
      />
      <MatrixFrame
        label={t('skills.title')}
        searchLabel={t('skills.search')}
        {...frame}
        empty={
          <EmptyState
            icon="badge"
            title={t('skills.empty')}
            text={t('skills.empty_text')}
            action={
              <Button variant="contained" onClick={add}>
                {t('skills.add')}
              </Button>
            }
          />
        }
        legendLabel={t('skills.legend')}
        legend={
          <>
            {statusesOf(skillStatuses).map((status) => (
              <StatusChip key={status} of={skillStatuses} status={status} />
            ))}
            <ToneChip tone="neutral" icon="question" label={t('skills.not_needed_legend')} />
          </>
        }
      >
        {narrow ? (
          <SkillCards rows={rows} columns={columns} ofAll={ofAll} onOpen={onCell} />
        ) : (
          <Shown rows={grid} columns={columns} ofAll={ofAll} busy={busy} onSkill={skill.open} onCell={onCell} />
        )}
      </MatrixFrame>
      <SkillPanel skill={skill.value} onClose={skill.close} />
      <CellPanel cell={cell.value} onClose={cell.close} />
    </>
  )
}

const cellIn = cellsBy<MatrixItem>(({ skill }) => skill)

interface ShownProps {
  rows: MatrixRows<MatrixItem>
  columns: readonly MatrixColumn[]
  /** For an admin who views every company: the company of each person and skill. */
  ofAll: boolean
  busy: boolean
  onSkill: (skill: number) => void
  onCell: (skill: number, person: number) => void
}

function Shown({ rows, columns, ofAll, busy, onSkill, onCell }: ShownProps) {
  const t = useT()
  // Companies use the same names.
  const nameOf = useCallback(({ name, company }: MatrixColumn) => (ofAll ? `${name} (${company})` : name), [ofAll])
  // A stable reference, so that rows are not rendered again while scrolling.
  const rowHead = useCallback(
    (row: MatrixItem, tabIndex: 0 | -1) => (
      <Link component={RouterLink} to={profilePath(row.id)} tabIndex={tabIndex} underline="hover" color="inherit" sx={{ fontWeight: 600 }}>
        <NameOfCompany name={row.name} company={ofAll ? row.company : null} />
      </Link>
    ),
    [ofAll],
  )
  const cell = useCallback(
    (row: MatrixItem, column: MatrixColumn, tabIndex: 0 | -1) => {
      const found = cellIn(row, column.id)
      return found ? (
        <SkillCell cell={found} of={`${row.name}, ${nameOf(column)}`} tabIndex={tabIndex} onOpen={() => onCell(column.id, row.id)} />
      ) : null
    },
    [nameOf, onCell],
  )
  return (
    <Matrix<MatrixItem, MatrixColumn>
      label={t('skills.title')}
      rows={rows}
      columns={columns}
      rowId={({ id }) => id}
      columnId={({ id }) => id}
      corner={t('skills.column.name')}
      subCorner={t('skills.sub')}
      busy={busy}
      emptyLabel={t('skills.not_needed')}
      rowHead={rowHead}
      columnHead={(column, tabIndex) => (
        <Link
          component="button"
          type="button"
          tabIndex={tabIndex}
          underline="hover"
          color="inherit"
          aria-label={t('skills.open', { name: nameOf(column) })}
          onClick={() => onSkill(column.id)}
          sx={{ textAlign: 'left', font: 'inherit', fontWeight: 600, overflowWrap: 'anywhere', maxWidth: '100%' }}
        >
          <NameOfCompany name={column.name} company={ofAll ? column.company : null} />
        </Link>
      )}
      columnSub={({ required, met, held }) => (
        <Typography component="span" variant="body2" sx={{ fontVariantNumeric: 'tabular-nums' }}>
          {required ? t('skills.met', { met, required }) : t('skills.held', { held })}
        </Typography>
      )}
      cell={cell}
    />
  )
}

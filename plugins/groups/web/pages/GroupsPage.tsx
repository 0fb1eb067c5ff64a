import { Button } from '@mui/material'
import { useMemo } from 'react'
import { useNavigate } from 'react-router'
import { api, withQuery } from '#web/api'
import { useT } from '#web/i18n'
import { type ColumnLook, DataTable, EmptyState, PageHeader, SidePanel, useList, usePanelParam } from '#web/ui'
import type { Group } from '../../server/transformers/group_transformer.js'
import { GroupForm } from '../components/GroupForm.js'
import { groupPath, importPath } from '../paths.js'
import { useCompanies } from '../queries.js'

const rowId = (row: Group) => row.id

/** /deelnemers/groepen: the groups of a company; for an admin those of all. */
export default function GroupsPage() {
  const t = useT()
  const navigate = useNavigate()
  const panel = usePanelParam('nieuw')
  const { admin } = useCompanies()
  const looks = useMemo<Record<string, ColumnLook<Group>>>(
    () => ({
      name: { card: 'title', flex: 1.6, minWidth: 200 },
      kind: { minWidth: 130 },
      company: { hidden: !admin, card: admin ? 'line' : 'none', minWidth: 130 },
      by_rule: { minWidth: 110, card: 'none', value: (row) => t(row.by_rule ? 'groups.origin.rule' : 'groups.origin.hand') },
    }),
    [t, admin],
  )
  const list = useList<Group>({
    id: admin ? 'groups.groups.admin' : 'groups.groups',
    part: 'groups',
    path: '/api/groups/groups',
    load: (query) => api.groups.groups.index(withQuery(query)),
    looks,
  })
  const add = () => panel.open('1')
  return (
    <>
      <PageHeader
        title={t('groups.groups.title')}
        text={t('groups.groups.text')}
        action={{ label: t('groups.add'), icon: 'add', onClick: add }}
        secondary={[{ label: t('groups.import.title'), icon: 'upload', to: importPath() }]}
      />
      <DataTable<Group>
        {...list.table}
        label={t('groups.groups.title')}
        rowId={rowId}
        searchLabel={t('groups.groups.search')}
        onRowClick={(row) => void navigate(groupPath(row.id))}
        rowLabel={(row) => t('groups.groups.open', { name: row.name })}
        empty={
          <EmptyState
            icon="people"
            title={t('groups.groups.empty')}
            text={t('groups.groups.empty_text')}
            action={
              <Button variant="contained" onClick={add}>
                {t('groups.add')}
              </Button>
            }
          />
        }
      />
      <SidePanel open={panel.value !== null} onClose={panel.close} title={t('groups.add')}>
        <GroupForm group={null} onDone={({ id }) => void navigate(groupPath(id))} onCancel={panel.close} />
      </SidePanel>
    </>
  )
}

import { Button, Stack, Typography } from '@mui/material'
import { useCallback, useId, useMemo, useState } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { peopleFileSlot } from '#plugins/people/contract/imports'
import { api, useApiMutation, withQuery } from '#web/api'
import { useT } from '#web/i18n'
import { usePageTitle } from '#web/shell'
import {
  type ColumnLook,
  DataTable,
  EmptyState,
  ErrorState,
  Icon,
  LoadingState,
  PageHeader,
  Section,
  SidePanel,
  SlotOutlet,
  ToneChip,
  useConfirm,
  useList,
  usePanelParam,
  useToast,
} from '#web/ui'
import type { GroupDetail, GroupMember } from '../../server/transformers/group_transformer.js'
import { AddPeople } from '../components/AddPeople.js'
import { GivenCourses } from '../components/GivenCourses.js'
import { GroupForm } from '../components/GroupForm.js'
import { groupsPath, participantPath } from '../paths.js'
import { groupsChanged, useCompanies, useGroup } from '../queries.js'
import { useRuleWords } from '../use_rule_words.js'

const rowId = (row: GroupMember) => row.id
const ICONS = { 'groups.leave': 'delete' } as const

/** /deelnemers/groepen/:group — its members, how they joined, and the courses that it gives. */
export default function GroupPage() {
  const t = useT()
  const { group: id = '' } = useParams()
  const query = useGroup(id)
  const group = query.data?.data
  usePageTitle(group?.name)
  if (group) return <Page key={group.id} group={group} />
  if (query.error)
    return <ErrorState asPage error={query.error} part="groups" title={t('groups.group.failed')} onRetry={() => void query.refetch()} />
  return <LoadingState shape="page" count={4} />
}

function useRemove(group: GroupDetail) {
  const t = useT()
  const confirm = useConfirm()
  const toast = useToast()
  const navigate = useNavigate()
  const remove = useApiMutation(() => api.groups.groups.remove({ params: { id: group.id } }), {
    onSuccess: () => {
      toast.success(t('groups.remove.done', { name: group.name }))
      void navigate(groupsPath())
      groupsChanged()
    },
  })
  return async () => {
    const sure = await confirm({
      title: t('groups.remove.question', { name: group.name }),
      text: t(group.given.length ? 'groups.remove.text_courses' : 'groups.remove.text', {
        people: group.members,
        courses: group.given.map(({ name }) => name ?? t('groups.give.gone')).join(', '),
      }),
      confirmLabel: t('groups.remove.title'),
      destructive: true,
    })
    if (sure) remove.mutate(undefined)
  }
}

function Page({ group }: { group: GroupDetail }) {
  const t = useT()
  const panel = usePanelParam('wijzigen')
  const remove = useRemove(group)
  const { admin } = useCompanies()
  const rule = useRuleWords(group)
  const text = t('groups.group.lead', { count: group.members })
  return (
    <>
      <PageHeader
        title={group.name}
        text={admin ? `${group.company} · ${text}` : text}
        trail={[{ label: t('groups.groups.title'), to: groupsPath() }]}
        badge={<ToneChip tone="neutral" icon="people" label={t(`groups.kind.${group.kind}`)} />}
        secondary={[
          { label: t('groups.remove.title'), icon: 'delete', onClick: () => void remove() },
          { label: t('groups.group.edit'), icon: 'edit', onClick: () => panel.open('1') },
        ]}
      />
      <Stack sx={{ gap: 5 }}>
        {rule && (
          <Section title={t('groups.rule.title')} text={t('groups.rule.text')}>
            <div>{rule}</div>
          </Section>
        )}
        <GivenCourses group={group} />
        <Members group={group} />
      </Stack>
      <SidePanel open={panel.value !== null} onClose={panel.close} title={t('groups.group.edit')}>
        <GroupForm group={group} onDone={panel.close} onCancel={panel.close} />
      </SidePanel>
    </>
  )
}

function Members({ group }: { group: GroupDetail }) {
  const t = useT()
  const navigate = useNavigate()
  const id = useId()
  const [adding, setAdding] = useState(false)
  const fixed = useMemo(() => ({ group: group.id }), [group.id])
  const looks = useMemo<Record<string, ColumnLook<GroupMember>>>(
    () => ({
      name: { card: 'title', flex: 1.4, minWidth: 180 },
      email: { flex: 1.8, minWidth: 200 },
      origin: { card: 'badge', minWidth: 120 },
    }),
    [],
  )
  const list = useList<GroupMember>({
    id: 'groups.members',
    part: 'groups',
    path: '/api/groups/members',
    load: (query) => api.groups.members.index(withQuery(query)),
    looks,
    fixed,
    icons: ICONS,
  })
  const add = () => setAdding(true)
  const [params] = useSearchParams()
  const [choosing, setChoosing] = useState(params.has('import'))
  const closeFile = useCallback(() => setChoosing(false), [])
  const { admin } = useCompanies()
  return (
    <>
      <Stack component="section" aria-labelledby={id} sx={{ gap: 3 }}>
        <Stack direction="row" sx={{ gap: 3, justifyContent: 'space-between', alignItems: 'center', flexWrap: 'wrap' }}>
          <Typography id={id} variant="h2">
            {t('groups.members.title')}
          </Typography>
          <Stack direction="row" sx={{ gap: 2, flexWrap: 'wrap' }}>
            <Button startIcon={<Icon name="upload" />} onClick={() => setChoosing(true)}>
              {t('groups.members.by_file')}
            </Button>
            <Button variant="contained" startIcon={<Icon name="add" />} onClick={add}>
              {t('groups.members.add')}
            </Button>
          </Stack>
        </Stack>
        <DataTable<GroupMember>
          {...list.table}
          label={t('groups.members.title')}
          rowId={rowId}
          searchLabel={t('groups.members.search')}
          onRowClick={(row) => void navigate(participantPath(row.id))}
          rowLabel={(row) => t('groups.members.open', { name: row.name })}
          empty={<EmptyState icon="people" title={t('groups.members.empty')} text={t('groups.members.empty_text')} />}
        />
      </Stack>
      {choosing && (
        <SlotOutlet
          slot={peopleFileSlot}
          with={{ target: 'members', group: group.id, company: admin ? String(group.company_id) : '', onClose: closeFile }}
        />
      )}
      {adding && <AddPeople group={group} onClose={() => setAdding(false)} />}
    </>
  )
}

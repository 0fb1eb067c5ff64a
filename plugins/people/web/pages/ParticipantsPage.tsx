import { Box, Typography, useMediaQuery } from '@mui/material'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { memberStates } from '#core/contract/member_states'
import { isAdminRole } from '#core/contract/roles'
import { api, useApiQuery, withQuery } from '#web/api'
import { nativeName, useFormat, useT } from '#web/i18n'
import { useUser } from '#web/session'
import { type ColumnLook, DataTable, EmptyState, PageHeader, peekRoom, Progress, StatusChip, useList, usePanelParam } from '#web/ui'
import { profilePath } from '../../contract/index.js'
import type { Participant } from '../../server/transformers/participant_transformer.js'
import { ParticipantPanel } from '../components/ParticipantPanel.js'

const AddPerson = lazy(() => import('../components/AddPerson.js'))
const CardsDialog = lazy(() => import('../components/CardsDialog.js'))

const ICONS = {
  'people.invite': 'send',
  'people.deactivate': 'blocked',
  'people.activate': 'check',
  'learning.assign': 'school',
  'groups.join': 'people',
} as const

function useLooks(withCompany: boolean): Record<string, ColumnLook<Participant>> {
  const t = useT()
  const format = useFormat()
  return useMemo(
    () => ({
      name: {
        card: 'title',
        // Room for a role next to a name.
        flex: 1.8,
        minWidth: 232,
        // In one box, truncated with an ellipsis.
        render: (row) =>
          row.role === 'leerling' ? (
            row.name
          ) : (
            <Box
              component="span"
              title={`${row.name}, ${t(`people.role.${row.role}`)}`}
              sx={{ minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' }}
            >
              {row.name}
              <Muted after text={t(`people.role.${row.role}`)} />
            </Box>
          ),
      },
      // A person whom another system added may have no address.
      email: { flex: 1.8, minWidth: 150, render: ({ email }) => (email !== null ? email : <Muted text={t('people.no_address')} />) },
      // For a supervisor it would be the same on every line.
      company: {
        value: (row) => row.works_at,
        // The company is never truncated for other text.
        minWidth: 112,
        rigid: true,
        hidden: !withCompany,
        ...(withCompany && { second: (row: Participant) => row.works_at }),
      },
      // Nearly everybody is a participant, so only other roles are shown next to the name.
      role: { minWidth: 112, hidden: true },
      // Active is the normal status.
      status: {
        render: (row) => row.status !== 'active' && <StatusChip of={memberStates} status={row.state} />,
        card: 'badge',
        minWidth: 160,
      },
      progress: {
        align: 'left',
        flex: 0.9,
        minWidth: 150,
        // A bar that shrinks.
        rigid: false,
        value: (row) => row.progress,
        render: (row) => (row.progress === null ? <Muted text={t('people.no_courses')} /> : <Passed person={row} />),
        // Even with the company in front, it is one line on a phone.
        second: (row) => t(withCompany ? 'people.progress_short' : 'people.progress', { passed: row.passed, courses: row.courses }),
      },
      registration_date: { minWidth: 128, card: 'none', hidden: true },
      last_seen: {
        value: (row) => (row.last_seen ? format.relativeDays(row.last_seen) : t('people.never_seen')),
        minWidth: 128,
        rigid: false,
        hidden: withCompany,
      },
      language: { value: (row) => nativeName(row.language) },
    }),
    [t, format, withCompany],
  )
}

/** The companies an admin may choose from. */
function useCompanyChoices(wanted: boolean) {
  const companies = useApiQuery(['people', 'companies'], () => api.people.companies.index({}), { enabled: wanted, staleTime: 600_000 })
  return useMemo(
    () => ({ company: (companies.data?.data ?? []).map(({ id, name }) => ({ value: String(id), label: name })) }),
    [companies.data],
  )
}

/** /deelnemers: a supervisor's own people; for an admin everybody, with their company. */
export default function ParticipantsPage() {
  const t = useT()
  const admin = isAdminRole(useUser().user_role)
  const choices = useCompanyChoices(admin)
  const panel = usePanelParam('participant')
  const roomy = useMediaQuery((theme) => theme.breakpoints.up('xl'))
  const navigate = useNavigate()
  const adding = usePanelParam('nieuw')
  const [cards, setCards] = useState<{ count: number; meant: object; done: (made: boolean) => void } | null>(null)
  const list = useList<Participant>({
    id: admin ? 'people.participants.admin' : 'people.participants',
    part: 'people',
    path: '/api/people/participants',
    load: (query) => api.people.participants.index(withQuery(query)),
    looks: useLooks(admin),
    choices,
    icons: ICONS,
    nameOf,
  })
  const place = list.rows?.findIndex((row) => String(row.id) === panel.value) ?? -1
  const open = list.rows?.[place]
  const beside = (step: 1 | -1) => {
    if (place < 0 || !list.rows?.[place + step]) return undefined
    return () => {
      // Reads the current URL: a person who types fast is ahead of what is rendered.
      const now = new URLSearchParams(window.location.search).get('participant')
      const rows = list.rows ?? []
      const other = rows[rows.findIndex((row) => String(row.id) === now) + step]
      if (other) panel.turnTo(other.id)
    }
  }
  return (
    <Box sx={peekRoom(panel.value !== null)}>
      <PageHeader
        title={t('people.participants.title')}
        text={t(admin ? 'people.participants.text_admin' : 'people.participants.text')}
        action={{ label: t('people.add.title'), icon: 'add', onClick: () => adding.open('1') }}
        secondary={[{ label: t('people.add.many'), icon: 'upload', to: '/deelnemers/importeren' }]}
      />
      <DataTable<Participant>
        {...list.table}
        // The codes on the cards are in the answer alone, so this is no task whose result is kept.
        selectionActions={[
          ...list.table.selectionActions,
          {
            ...{ name: 'people.cards', label: t('people.card.many'), icon: 'download', destructive: false },
            onRun: (selection, count) => new Promise<boolean>((done) => setCards({ count, meant: list.meant(selection, count), done })),
          },
        ]}
        label={t('people.participants.title')}
        rowId={rowId}
        searchLabel={t('people.participants.search')}
        onRowClick={(row) => panel.open(row.id)}
        openRow={panel.value}
        {...(panel.value !== null && !roomy && { yielding: BESIDE })}
        rowLabel={nameOf}
        rowActions={(row) => [
          { label: t('people.panel.profile'), icon: 'person', onRun: () => navigate(profilePath(row.id)) },
          ...(row.status === 'active'
            ? ['learning.assign', 'groups.join', 'people.deactivate']
            : // A person who never signed in cannot be reactivated: they need an invitation.
              [row.invitation && row.email !== null ? 'people.invite' : 'people.activate']
          ).flatMap((name) => list.actOn(row.id, name)),
        ]}
        empty={<EmptyState icon="people" title={t('people.participants.empty_title')} text={t('people.participants.empty_text')} />}
      />
      {adding.value !== null && (
        <Suspense>
          <AddPerson
            companies={choices.company}
            onClose={adding.close}
            onAdded={(id) => {
              adding.close()
              panel.open(id)
            }}
          />
        </Suspense>
      )}
      {cards && (
        <Suspense>
          <CardsDialog
            count={cards.count}
            meant={cards.meant}
            onClose={(made) => {
              cards.done(made)
              setCards(null)
            }}
          />
        </Suspense>
      )}
      <ParticipantPanel id={panel.value} name={open?.name} onClose={panel.close} next={beside(1)} previous={beside(-1)} />
    </Box>
  )
}

// The panel shows it for its person.
const BESIDE = ['email', 'last_seen']
const rowId = (row: Participant) => row.id
const nameOf = (row: Participant) => row.name

/** @param after follows other text on its line */
const Muted = ({ text, after }: { text: string; after?: boolean }) => (
  <Typography component="span" variant="body2" sx={{ color: 'text.secondary', ml: after ? 2 : 0 }}>
    {text}
  </Typography>
)

/** The number of courses that the person has passed. */
function Passed({ person }: { person: Participant }) {
  const t = useT()
  return (
    <Progress
      hideLabel
      label={t('people.column.progress')}
      value={person.progress ?? 0}
      text={t('people.passed_of', { passed: person.passed, courses: person.courses })}
    />
  )
}

import { Alert, Button } from '@mui/material'
import { useEffect, useRef, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { api } from '#web/api'
import { useT } from '#web/i18n'
import {
  check,
  EmptyState,
  ErrorState,
  Form,
  FormActions,
  Icon,
  LoadingState,
  PageHeader,
  SearchInput,
  TextInput,
  useFormState,
  usePeopleOptions,
  useToast,
} from '#web/ui'
import type { FlowDetail } from '../../server/transformers/flow_transformer.js'
import { Preview } from '../components/Preview.js'
import { addressesIn, textOf } from '../flow_values.js'
import { flowPath } from '../paths.js'
import { flowsChanged, useFlow, useOptions } from '../queries.js'

/** /flows/booking: who takes part in a flow, with what starts at once and what it costs by contract. */
export default function BookingPage() {
  const t = useT()
  const [params] = useSearchParams()
  const id = params.get('flow')
  const query = useFlow(id)
  if (id === null) return <EmptyState asPage icon="branches" title={t('flows.flow.none')} />
  if (query.data) return <AddPeople key={id} flow={query.data.data} />
  if (query.error)
    return <ErrorState asPage error={query.error} part="flows" title={t('flows.flow.failed')} onRetry={() => void query.refetch()} />
  return <LoadingState shape="page" count={3} />
}

interface Values {
  members: string[]
  groups: string[]
  emails: string
}

const bodyOf = ({ members, groups, emails }: Values) => ({
  members: members.map(Number),
  groups: groups.map(Number),
  emails: addressesIn(emails),
})

/** The people the server accepts. */
const PARTICIPANTS = { role: 'leerling', status: 'active' } as const

const isEmpty = (values: Values) => Object.values(bodyOf(values)).every((list) => list.length === 0)

function AddPeople({ flow }: { flow: FlowDetail }) {
  const t = useT()
  const toast = useToast()
  const navigate = useNavigate()
  // The sentence about the last people who were added, while addresses are left that nobody has.
  const [added, setAdded] = useState<{ text: string } | null>(null)
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (added) notice.current?.focus()
  }, [added])
  const people = usePeopleOptions(flow.company_id, PARTICIPANTS)
  const { groups, loading } = useOptions(flow.company_id)
  return (
    <>
      <PageHeader
        title={t('flows.booking.title')}
        text={t('flows.booking.text', { flow: flow.name })}
        trail={[{ label: flow.name, to: flowPath(flow.id) }]}
      />
      <Form<Values, { data: { joined: number; already: number; unknown: string[] } }>
        part="flows"
        draftKey={`flows.booking.${flow.id}`}
        initialValues={{ members: [], groups: [], emails: '' }}
        validate={(values) => [check.when(isEmpty(values), 'members', 'nobody')]}
        onSubmit={(values) => api.flows.people.create({ params: { id: flow.id }, body: bodyOf(values) })}
        onSuccess={({ data: { joined, already, unknown } }) => {
          const done = t('flows.booking.done', { joined, already })
          flowsChanged()
          if (unknown.length) {
            setAdded({ text: done })
            return { values: { members: [], groups: [], emails: unknown.join('\n') } }
          }
          toast.success(done)
          void navigate(flowPath(flow.id, 'people'))
          return undefined
        }}
      >
        {({ values }) => (
          <>
            <SearchInput name="members" label={t('flows.booking.members')} help={t('flows.booking.members_help')} multiple {...people} />
            <SearchInput
              name="groups"
              label={t('flows.booking.groups')}
              help={t('flows.booking.groups_help')}
              multiple
              options={groups}
              loading={loading}
            />
            <TextInput name="emails" label={t('flows.booking.emails')} help={t('flows.booking.emails_help')} rows={3} />
            <AddressFile emails={values.emails} />
            {added && (
              <Alert
                ref={notice}
                tabIndex={-1}
                severity="warning"
                role="status"
                action={
                  <Button component={Link} to={flowPath(flow.id, 'people')} color="inherit">
                    {t('flows.booking.to_flow')}
                  </Button>
                }
              >
                {t('flows.booking.unknown', { done: added.text })}
              </Alert>
            )}
            <NobodyCleared values={values} />
            <Preview
              body={{ flow: flow.id, ...bodyOf(values) }}
              missing={isEmpty(values) ? t('flows.booking.preview_people') : null}
              isOff={!flow.active}
            />
            <FormActions submitLabel={t('flows.booking.submit')} />
          </>
        )}
      </Form>
    </>
  )
}

const MAX_FILE_BYTES = 2_000_000

/** Adds the addresses in a CSV or text file to the field, where they can be corrected. */
function AddressFile({ emails }: { emails: string }) {
  const t = useT()
  const toast = useToast()
  const input = useRef<HTMLInputElement>(null)
  const { setValue } = useFormState()
  const read = async (file: File) => {
    const found = file.size > MAX_FILE_BYTES ? [] : addressesIn(textOf(await file.arrayBuffer())).filter((one) => one.includes('@'))
    if (found.length) setValue('emails', [...new Set([...addressesIn(emails), ...found])].join('\n'))
    else toast.error(t('flows.booking.file_empty', { file: file.name }))
  }
  return (
    <>
      <Button
        variant="outlined"
        startIcon={<Icon name="upload" />}
        onClick={() => input.current?.click()}
        sx={{ alignSelf: 'flex-start', minHeight: 44 }}
      >
        {t('flows.booking.file')}
      </Button>
      <input
        ref={input}
        type="file"
        accept=".csv,.txt,text/csv,text/plain"
        hidden
        aria-label={t('flows.booking.file')}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) void read(file)
          // The same file can be chosen again after it was corrected.
          target.value = ''
        }}
      />
    </>
  )
}

/** "Choose somebody first" is shown at the first field; whichever field is filled in, it is no longer true. */
function NobodyCleared({ values }: { values: Values }) {
  const { clearErrors } = useFormState()
  const chosen = !isEmpty(values)
  useEffect(() => {
    if (chosen) clearErrors('members')
  }, [chosen, clearErrors])
  return null
}

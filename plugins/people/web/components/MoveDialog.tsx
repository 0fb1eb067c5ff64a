import { Dialog, DialogContent, DialogTitle, Stack, Typography } from '@mui/material'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { api, queryClient, useApiQuery } from '#web/api'
import { useT } from '#web/i18n'
import { arriving } from '#web/shell'
import { check, ErrorState, Form, FormActions, LoadingState, SearchInput, TextInput, useToast, useAskedClose } from '#web/ui'
import { profilePath } from '../../contract/index.js'
import type { ParticipantDetail } from '../../server/transformers/participant_transformer.js'
import { MoveLines } from './MoveLines.js'

interface MoveDialogProps {
  person: ParticipantDetail
  onClose: () => void
}

/** Moves a person to another company: which company, a preview, and their address to confirm. */
export function MoveDialog({ person, onClose }: MoveDialogProps) {
  const t = useT()
  const [company, choose] = useState<string | null>(null)
  const companies = useApiQuery(['people', 'companies'], () => api.people.companies.index({}))
  const options = (companies.data?.data ?? [])
    .filter(({ id }) => id !== person.company_id)
    .map(({ id, name }) => ({ value: String(id), label: name }))
  const askedClose = useAskedClose(onClose)
  return (
    <Dialog open onClose={askedClose} maxWidth="sm" fullWidth aria-labelledby="move-person">
      <DialogTitle id="move-person">{t('people.move.title', { name: person.name })}</DialogTitle>
      <DialogContent>
        {companies.error ? (
          <ErrorState error={companies.error} part="people" onRetry={() => void companies.refetch()} />
        ) : !companies.data ? (
          <LoadingState shape="rows" count={2} />
        ) : company === null ? (
          <Form<{ company: string }, { company: string }>
            initialValues={{ company: '' }}
            part="people"
            validate={(values) => [check.required(values, 'company')]}
            onSubmit={async (values) => values}
            onSuccess={(values) => choose(values.company)}
          >
            <Stack sx={{ gap: 4, pt: 1 }}>
              <Typography sx={{ color: 'text.secondary' }}>{t('people.move.action_text')}</Typography>
              <SearchInput name="company" label={t('people.move.company')} options={options} required />
              <FormActions submitLabel={t('people.move.show')} onCancel={onClose} />
            </Stack>
          </Form>
        ) : (
          <Confirm person={person} company={company} name={options.find(({ value }) => value === company)?.label ?? ''} onClose={onClose} />
        )}
      </DialogContent>
    </Dialog>
  )
}

function Confirm({ person, company, name, onClose }: MoveDialogProps & { company: string; name: string }) {
  const t = useT()
  const toast = useToast()
  const navigate = useNavigate()
  const { id } = person
  const params = { id }
  const preview = useApiQuery(
    ['people', 'move', String(id), company],
    () => api.people.moving.previewMove({ params, query: { company: Number(company) } }),
    { staleTime: 0 },
  )
  if (preview.error) return <ErrorState error={preview.error} part="people" onRetry={() => void preview.refetch()} />
  if (!preview.data) return <LoadingState shape="rows" count={5} />
  const { lines, version } = preview.data.data
  const who = person.name
  return (
    <Form<{ confirm: string }, { data: { id: number } }>
      key={version}
      initialValues={{ confirm: '' }}
      part="people"
      validate={(values) => [check.required(values, 'confirm')]}
      onSubmit={({ confirm }) => api.people.moving.move({ params, body: { company: Number(company), version, confirm } })}
      onSuccess={({ data }) => {
        toast.success(t('people.move.done', { name: who, company: name }))
        void queryClient.invalidateQueries({ queryKey: ['people'] })
        onClose()
        void navigate(profilePath(data.id), arriving)
      }}
    >
      <Stack sx={{ gap: 4, pt: 1 }}>
        <MoveLines lines={lines} />
        <Typography>{t('people.move.was', { name: who, company: person.works_at })}</Typography>
        <Typography>{t('people.move.rights', { name: who, company: name })}</Typography>
        <TextInput name="confirm" label={t('people.move.confirm', { email: person.email ?? person.name })} maxLength={254} required />
        <FormActions submitLabel={t('people.move.do', { name: who, company: name })} onCancel={onClose} />
      </Stack>
    </Form>
  )
}

import { MenuItem, Stack, TextField } from '@mui/material'
import { useNavigate, useSearchParams } from 'react-router'
import { queryClient, request, useApiQuery } from '#web/api'
import { useT } from '#web/i18n'
import { ErrorState, Form, FormActions, LanguagesInput, LoadingState, PageHeader, Section, useConfirm, useToast } from '#web/ui'
import { readCurrent, readVersions, type Version } from '../terms.js'

/** The start of a new version: the company's last one, else the platform's. */
async function readStart(company: string | null) {
  const [{ data, companies }, platform] = await Promise.all([readVersions(company), readCurrent(null)])
  return { texts: (company ? data[0]?.texts : undefined) ?? platform.data?.texts ?? {}, companies }
}

/** /terms/editor/: a new version, for everybody or for one company (`?company=`, its id). People are informed only when it is published. */
export default function EditorPage() {
  const t = useT()
  const [params, setParams] = useSearchParams()
  const company = params.get('company')
  const { data, error, refetch } = useApiQuery(['terms', 'start', company], () => readStart(company))
  if (error) return <ErrorState asPage error={error} onRetry={() => void refetch()} />
  if (!data) return <LoadingState shape="page" count={4} />
  return (
    <>
      <PageHeader title={t('terms.editor.title')} text={t('terms.editor.text')} trail={[{ label: t('terms.title'), to: '/terms' }]} />
      <Stack sx={{ gap: 5 }}>
        <TextField
          select
          label={t('terms.editor.for')}
          value={company ?? ''}
          onChange={({ target }) => setParams(target.value ? { company: target.value } : {})}
          slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
          sx={{ maxWidth: 360 }}
        >
          <MenuItem value="">{t('terms.platform')}</MenuItem>
          {data.companies.map(({ id, name }) => (
            <MenuItem key={id} value={String(id)}>
              {name}
            </MenuItem>
          ))}
        </TextField>
        <EditForm key={company ?? 'platform'} company={company} texts={data.texts} />
      </Stack>
    </>
  )
}

function EditForm({ company, texts }: { company: string | null; texts: Record<string, string> }) {
  const t = useT()
  const toast = useToast()
  const confirm = useConfirm()
  const navigate = useNavigate()
  const publish = async (values: { texts: Record<string, string> }): Promise<{ data: Version } | null> => {
    const sure = await confirm({
      title: t('terms.editor.confirm_title'),
      text: t('terms.editor.confirm_text'),
      confirmLabel: t('terms.editor.publish'),
    })
    if (!sure) return null
    return request('/api/terms/versions', { method: 'POST', body: { company: company ? Number(company) : null, texts: values.texts } })
  }
  return (
    <Section>
      <Form<{ texts: Record<string, string> }, { data: Version } | null>
        part="terms"
        initialValues={{ texts }}
        draftKey={`terms.${company ?? 'platform'}`}
        validate={(values) => [!Object.values(values.texts).some((text) => text.trim()) && { field: 'texts', rule: 'required' }]}
        onSubmit={publish}
        onSuccess={(answer, values) => {
          // Publishing was cancelled: the input stays.
          if (!answer) return { values: { texts: { ...values.texts } } }
          void queryClient.invalidateQueries({ queryKey: ['terms'] })
          toast.success(t('terms.editor.published', { number: answer.data.number }))
          void navigate('/terms')
        }}
      >
        <LanguagesInput name="texts" label={t('terms.editor.texts')} help={t('terms.editor.help')} rows={14} maxLength={50_000} required />
        <FormActions sticky="section" submitLabel={t('terms.editor.publish')} />
      </Form>
    </Section>
  )
}

import { queryClient, request } from '#web/api'
import { useT } from '#web/i18n'
import { check, CheckInput, Form, FormActions, TextInput, useToast } from '#web/ui'
import { type ShownSecret, type ShownSource, pathOf } from '../calls.js'

interface SourceFormProps {
  company: string
  /** The system to change; null adds a new one. */
  source: ShownSource | null
  onMade: (made: ShownSecret) => void
  onDone: () => void
  onCancel: () => void
}

/** A system that sends people by links: its name, and whether its links are valid. */
export function SourceForm({ company, source, onMade, onDone, onCancel }: SourceFormProps) {
  const t = useT()
  const toast = useToast()
  return (
    <Form<{ name: string; is_active: boolean }, { data: ShownSource | ShownSecret }>
      part="lti"
      initialValues={{ name: source?.name ?? '', is_active: source?.is_active ?? true }}
      validate={(values) => [check.required(values, 'name')]}
      onSubmit={({ name, is_active }) =>
        source
          ? request(`${pathOf(company, 'sources')}/${source.id}`, { method: 'PUT', body: { name: name.trim(), is_active } })
          : request(pathOf(company, 'sources'), { method: 'POST', body: { name: name.trim() } })
      }
      onSuccess={({ data }) => {
        void queryClient.invalidateQueries({ queryKey: ['lti'] })
        if ('secret' in data) return onMade(data)
        toast.success(t('lti.sources.saved'))
        onDone()
      }}
    >
      <TextInput name="name" label={t('lti.sources.name')} help={t('lti.sources.name_help')} maxLength={200} required autoFocus />
      {source && <CheckInput name="is_active" label={t('lti.sources.is_active')} />}
      <FormActions onCancel={onCancel} />
    </Form>
  )
}

import { useState } from 'react'
import { api, ApiError, queryClient, request, useErrorText } from '#web/api'
import { useT } from '#web/i18n'
import { check, FileDrop, Form, FormActions, SidePanel, useToast } from '#web/ui'
import { type CertificateKind, NAMED_KINDS } from '../../certificates.js'
import { CertificateFacts, CertificateName } from './CertificateFields.js'

// This makes phones offer the camera.
const ACCEPT = 'image/jpeg,image/png,application/pdf'
const MEGABYTES = 10

/** A person adds their own certificate: a photo or PDF, its kind and dates. */
export function OwnCertificatePanel({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useT()
  return (
    <SidePanel open={open} onClose={onClose} title={t('external_courses.own.add')}>
      <OwnCertificateForm onDone={onClose} />
    </SidePanel>
  )
}

interface Kept {
  file: File
  id: number
}

/** Rules that the server may return for the file; any other error means that no file was chosen. */
const FILE_RULES = { unknown_file: true, taken: true, wrong_file_type: true, too_large: true }

const EMPTY = { kind: '', name: '', obtained_on: null as string | null, valid_until: null as string | null, diploma_number: '' }

function OwnCertificateForm({ onDone }: { onDone: () => void }) {
  const t = useT()
  const toast = useToast()
  const front = useOwnFile()
  const back = useOwnFile()
  return (
    <Form
      part="external_courses"
      initialValues={EMPTY}
      validate={(values) => [
        check.required(values, 'kind'),
        check.when(Boolean(values.kind) && !NAMED_KINDS[values.kind as CertificateKind] && !values.name.trim(), 'name', 'required'),
      ]}
      onSubmit={async ({ kind, name, ...values }) => {
        const files = [await front.kept(), await back.kept()].filter((one) => one !== null).map(({ id }) => id)
        return api.externalCourses.certificates.submit({
          body: { ...values, kind: kind as CertificateKind, name: NAMED_KINDS[kind as CertificateKind] ?? name, files },
        })
      }}
      onError={({ fields }) => {
        const wrong = fields.find(({ field }) => field === 'files' || field === 'file')
        if (wrong) front.refuse(wrong.rule in FILE_RULES ? wrong.rule : 'no_file')
        return Boolean(wrong)
      }}
      onSuccess={({ data }) => {
        toast.success(t('external_courses.own.submitted', { name: data.name }))
        void queryClient.invalidateQueries({ queryKey: ['external_courses'] })
        onDone()
      }}
    >
      {({ values }) => (
        <>
          <FileDrop
            label={t('external_courses.own.file')}
            value={front.file}
            onChange={front.choose}
            accept={ACCEPT}
            maxSize={MEGABYTES}
            error={front.error}
          />
          {front.file && (
            <FileDrop
              label={`${t('external_courses.own.back')} ${t('core.form.optional')}`}
              value={back.file}
              onChange={back.choose}
              accept={ACCEPT}
              maxSize={MEGABYTES}
              error={back.error}
            />
          )}
          <CertificateName kind={values.kind} nameLabel={t('external_courses.own.name')} />
          <CertificateFacts
            kind={values.kind}
            help={{ number: t('external_courses.own.number_help'), valid: t('external_courses.own.valid_help') }}
          />
          <FormActions submitLabel={t('external_courses.own.submit')} onCancel={onDone} />
        </>
      )}
    </Form>
  )
}

/** A file that is uploaded as soon as it is chosen, while the person fills in the rest. */
function useOwnFile() {
  const t = useT()
  const { ofError } = useErrorText()
  const [file, setFile] = useState<File | null>(null)
  const [error, setError] = useState<string | undefined>()
  const [sent, setSent] = useState<Promise<Kept> | null>(null)
  const refuse = (rule: string) => setError(t(`external_courses.rules.${rule}`))
  const choose = (chosen: File | null) => {
    setFile(chosen)
    setError(undefined)
    if (!chosen) return setSent(null)
    const sending = upload(chosen)
    setSent(sending)
    sending.catch((cause: unknown) => {
      const known = cause instanceof ApiError ? cause : null
      const rule = known?.fields.find(({ field }) => field === 'file')?.rule
      if (rule) refuse(rule)
      else setError(known ? ofError(known, 'external_courses') : t('core.errors.default'))
    })
  }
  return { file, error, choose, refuse, kept: async () => (sent ? await sent : null) }
}

async function upload(file: File): Promise<Kept> {
  const body = new FormData()
  body.append('file', file)
  const name = new URLSearchParams({ name: file.name.slice(-200) }).toString()
  const { data } = await request<{ data: { id: number } }>(`/api/external_courses/mine/files?${name}`, { method: 'POST', body })
  return { file, id: data.id }
}

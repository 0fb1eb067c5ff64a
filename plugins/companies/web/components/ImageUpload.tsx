import { Button, Stack, Typography } from '@mui/material'
import { useState } from 'react'
import { api, request, useApiMutation, useErrorText, type ApiError } from '#web/api'
import { useT } from '#web/i18n'
import { FileDrop, Icon, useToast } from '#web/ui'
import type { CompanyDetail } from '../../server/transformers/company_transformer.js'

interface ImageUploadProps {
  company: CompanyDetail
  plugin: string
  /** Key of the setting. */
  field: string
  label: string
  help: string | undefined
}

/**
 * One image of a company, saved as soon as it is selected: a picture needs no further fields, and the *save* button of a form beside it
 * would seem to save it too. A button appears only after a failure.
 */
export function ImageUpload({ company, plugin, field, label, help }: ImageUploadProps) {
  const t = useT()
  const toast = useToast()
  const { ofError, ofField } = useErrorText()
  const [file, setFile] = useState<File | null>(null)
  const [error, setError] = useState<ApiError | null>(null)
  const url = company.settings[plugin]?.[field] as string | null
  const done = (words: string) => {
    setFile(null)
    setError(null)
    toast.success(t(words, { what: label }))
  }
  const upload = useApiMutation(
    (chosen: File) => {
      const body = new FormData()
      body.set(field, chosen)
      return request<{ data: CompanyDetail }>(`/api/companies/${company.id}/images/${plugin}/${field}`, { method: 'POST', body })
    },
    { refresh: [['companies']], quiet: true, onError: setError, onSuccess: () => done('companies.image.saved') },
  )
  const remove = useApiMutation(() => api.companies.companies.removeImage({ params: { id: company.id, plugin, key: field } }), {
    refresh: [['companies']],
    onSuccess: () => done('companies.image.removed'),
  })
  const choose = (chosen: File | null) => {
    setError(null)
    setFile(chosen)
    if (chosen) upload.mutate(chosen)
  }
  const wrong = error?.fields[0]
  return (
    <Stack sx={{ gap: 2 }}>
      <FileDrop
        label={label}
        value={file}
        onChange={choose}
        accept=".png,.jpg,.jpeg,.webp,.gif"
        maxSize={2}
        currentUrl={url}
        error={error ? (wrong ? ofField(wrong, 'companies') : ofError(error, 'companies')) : undefined}
      />
      {help && !file && (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {help}
        </Typography>
      )}
      {url && !file && (
        <Button
          color="inherit"
          onClick={() => remove.mutate(undefined)}
          loading={remove.isPending}
          startIcon={<Icon name="delete" />}
          sx={{ alignSelf: 'flex-end' }}
        >
          {t('companies.image.remove_what', { what: label })}
        </Button>
      )}
      {file && (
        <Button
          variant="outlined"
          startIcon={<Icon name="upload" />}
          loading={upload.isPending}
          loadingPosition="start"
          onClick={() => upload.mutate(file)}
          sx={{ alignSelf: 'flex-end' }}
        >
          {t('companies.image.save', { what: label })}
        </Button>
      )}
    </Stack>
  )
}

import { Box, Button, Stack, Typography } from '@mui/material'
import { useState } from 'react'
import { request, useApiMutation, useErrorText, type ApiError } from '#web/api'
import { useT } from '#web/i18n'
import { FileDrop, Icon, useToast } from '#web/ui'
import type { CompanyDetail } from '../../server/transformers/company_transformer.js'

/** A company's logo, saved by itself: a picture needs no further fields. */
export function LogoUpload({ company }: { company: CompanyDetail }) {
  const t = useT()
  const toast = useToast()
  const { ofError, ofField } = useErrorText()
  const [file, setFile] = useState<File | null>(null)
  const [error, setError] = useState<ApiError | null>(null)
  const upload = useApiMutation(
    (chosen: File) => {
      const body = new FormData()
      body.set('logo', chosen)
      return request<{ data: CompanyDetail }>(`/api/companies/${company.id}/logo`, { method: 'POST', body })
    },
    {
      refresh: [['companies']],
      quiet: true,
      onError: setError,
      onSuccess: () => {
        setFile(null)
        toast.success(t('companies.logo.saved'))
      },
    },
  )
  const choose = (chosen: File | null) => {
    setError(null)
    setFile(chosen)
  }
  const field = error?.fields[0]
  return (
    <Stack sx={{ gap: 3 }}>
      {/* White, as behind it on the login page, and as wide as logos are. */}
      <Box
        sx={{
          height: 96,
          p: 4,
          display: 'grid',
          placeItems: 'center',
          border: '1px solid',
          borderColor: 'divider',
          borderRadius: 1,
          bgcolor: '#fff',
        }}
      >
        {company.logo_url ? (
          <Box
            component="img"
            src={company.logo_url}
            alt={t('companies.logo.current', { name: company.name })}
            sx={{ maxWidth: 240, maxHeight: 64 }}
          />
        ) : (
          <Typography sx={{ color: '#525b69' }}>{t('companies.logo.none')}</Typography>
        )}
      </Box>
      <FileDrop
        label={t('companies.field.logo')}
        value={file}
        onChange={choose}
        accept=".png,.jpg,.jpeg,.webp,.gif"
        maxSize={2}
        error={error ? (field ? ofField(field, 'companies') : ofError(error, 'companies')) : undefined}
      />
      {file && (
        <Button
          variant="outlined"
          startIcon={<Icon name="upload" />}
          loading={upload.isPending}
          loadingPosition="start"
          onClick={() => upload.mutate(file)}
          sx={{ alignSelf: 'flex-end' }}
        >
          {t('companies.logo.save')}
        </Button>
      )}
    </Stack>
  )
}

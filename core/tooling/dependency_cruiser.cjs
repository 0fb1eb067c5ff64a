// Who may import whom (docs/architecture.md). A plugin may use another one's contract/ and nothing else.
module.exports = {
  forbidden: [
    { name: 'no-circles', severity: 'error', from: {}, to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } } },
    {
      name: 'contract-is-a-leaf',
      severity: 'error',
      comment: 'Everybody imports core/contract, so it imports nobody.',
      from: { path: '^core/contract/' },
      to: { path: '^(core/(?!contract/)|(plugins|web|tenants)/)' },
    },
    {
      name: 'core-names-no-plugin',
      severity: 'error',
      from: { path: '^core/' },
      to: { path: '^plugins/' },
    },
    {
      name: 'plugins-meet-in-contracts',
      severity: 'error',
      from: { path: '^plugins/([^/]+)/' },
      to: { path: '^plugins/([^/]+)/', pathNot: ['^plugins/$1/', '^plugins/[^/]+/contract/'] },
    },
    {
      name: 'web-takes-types-only-from-the-server',
      severity: 'error',
      from: { path: '^(web|plugins/[^/]+/web)/', pathNot: '(vite\\.config\\.ts|compress_assets\\.ts|web_halves\\.ts|/tests/)' },
      to: { path: '^(core/(?!contract/)|plugins/[^/]+/server/)', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'server-imports-no-web',
      severity: 'error',
      from: { path: '^(core|plugins/[^/]+/(server|migrations|contract))/' },
      to: { path: '^(web|plugins/[^/]+/web)/' },
    },
    {
      name: 'web-names-no-plugin',
      severity: 'error',
      from: { path: '^web/', pathNot: '^web/tests/' },
      to: { path: '^plugins/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'plugins-use-the-kit',
      severity: 'error',
      comment: 'core/contract and core/kit are all of core that a plugin may import; its tests core/testing too.',
      from: { path: '^plugins/[^/]+/', pathNot: '/tests/' },
      to: { path: '^core/', pathNot: '^core/(contract|kit)/' },
    },
    {
      name: 'kit-serves-plugins',
      severity: 'error',
      comment: 'Core itself imports what it needs where it stands: the wall is for those outside.',
      from: { path: '^core/(?!kit/|tests/|stubs/)' },
      to: { path: '^core/kit/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(node_modules|build|\\.adonisjs|\\.data)/' },
    tsPreCompilationDeps: 'specify',
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'default'] },
  },
}

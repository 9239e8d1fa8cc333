import type { StorybookConfig } from '@storybook/react-vite'

const config: StorybookConfig = {
  stories: ['../stories/**/*.stories.tsx'],
  addons: ['@storybook/addon-a11y', '@storybook/addon-vitest'],
  framework: {
    name: '@storybook/react-vite',
    // Storybook would take the library build's vite.config.ts.
    options: { builder: { viteConfigPath: '.storybook/vite.config.ts' } },
  },
  // the schemes are set inline here, where a lowered light-dark() could not follow them
  viteFinal: config => ({
    ...config,
    build: { ...config.build, cssTarget: ['chrome123', 'firefox120', 'safari17.5'] },
  }),
  core: { disableTelemetry: true, disableWhatsNewNotifications: true },
}

export default config

const vm = require('node:vm');
const { TestEnvironment } = require('jest-environment-node');

/**
 * Jest's environment of Node.js with an ordinary global object. Jest's own asks a proxy for every global that a spec and
 * the code under test use: `Math.sin` takes five times as long there.
 */
module.exports = class PlainGlobalEnvironment extends TestEnvironment {
  constructor(config, context) {
    const { createContext } = vm;
    vm.createContext = () => createContext(vm.constants.DONT_CONTEXTIFY);
    try {
      super(config, context);
    } finally {
      vm.createContext = createContext;
    }
  }
};

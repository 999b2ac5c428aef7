// Verifies the deliveries on stdin, a JSON array, and prints whether each is valid.
package main

import (
	"encoding/json"
	"net/http"
	"os"
)

type delivery struct {
	Secret  string
	Headers map[string]string
	Body    string
}

func main() {
	var deliveries []delivery
	if err := json.NewDecoder(os.Stdin).Decode(&deliveries); err != nil {
		panic(err)
	}
	outcomes := []bool{}
	for _, sent := range deliveries {
		header := http.Header{}
		for name, value := range sent.Headers {
			header.Set(name, value)
		}
		outcomes = append(outcomes, VerifyWebhook(sent.Secret, header, []byte(sent.Body)) == nil)
	}
	if err := json.NewEncoder(os.Stdout).Encode(outcomes); err != nil {
		panic(err)
	}
}

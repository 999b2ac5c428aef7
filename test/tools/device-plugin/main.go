// device-plugin <kubelet's folder for plugins> <resource> <count>: offers the kubelet devices that are not there.
package main

import (
	"context"
	"log"
	"net"
	"os"
	"path/filepath"
	"strconv"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	api "k8s.io/kubelet/pkg/apis/deviceplugin/v1beta1"
)

const socket = "pretended.sock"

type plugin struct {
	api.UnimplementedDevicePluginServer
	count int
}

func (p *plugin) GetDevicePluginOptions(context.Context, *api.Empty) (*api.DevicePluginOptions, error) {
	return &api.DevicePluginOptions{}, nil
}

func (p *plugin) ListAndWatch(_ *api.Empty, stream api.DevicePlugin_ListAndWatchServer) error {
	var devices []*api.Device
	for i := range p.count {
		devices = append(devices, &api.Device{ID: strconv.Itoa(i), Health: api.Healthy})
	}
	if err := stream.Send(&api.ListAndWatchResponse{Devices: devices}); err != nil {
		return err
	}
	<-stream.Context().Done()
	return nil
}

func (p *plugin) Allocate(_ context.Context, request *api.AllocateRequest) (*api.AllocateResponse, error) {
	response := &api.AllocateResponse{}
	for range request.ContainerRequests {
		response.ContainerResponses = append(response.ContainerResponses, &api.ContainerAllocateResponse{})
	}
	return response, nil
}

func main() {
	folder, resource := os.Args[1], os.Args[2]
	count, err := strconv.Atoi(os.Args[3])
	check(err)
	listener, err := net.Listen("unix", filepath.Join(folder, socket))
	check(err)
	server := grpc.NewServer()
	api.RegisterDevicePluginServer(server, &plugin{count: count})
	go func() { check(server.Serve(listener)) }()
	connection, err := grpc.NewClient("unix:"+filepath.Join(folder, "kubelet.sock"), grpc.WithTransportCredentials(insecure.NewCredentials()))
	check(err)
	request := &api.RegisterRequest{Version: api.Version, Endpoint: socket, ResourceName: resource}
	_, err = api.NewRegistrationClient(connection).Register(context.Background(), request)
	check(err)
	select {}
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
